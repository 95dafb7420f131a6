import type { BrowserType, Dialog, LaunchOptions, Page } from '@playwright/test'
import { type Engine, LIMIT, NAMED_HOST, type Tab } from './engine'
import { readChromium } from './read-chromium'
import { withinLimit } from './within-limit'

export async function startWithPlaywright(type: BrowserType, options: LaunchOptions = {}): Promise<Engine> {
  const browser = await type.launch(options)
  return {
    version: `${type.name()} ${browser.version()}`,
    async newProfile(site) {
      const proxy = site.includes(NAMED_HOST) && {
        proxy: { server: new URL(site.replace(NAMED_HOST, '127.0.0.1')).origin },
      }
      const context = await browser.newContext({ locale: 'es-ES', serviceWorkers: 'allow', ...proxy })
      context.setDefaultTimeout(LIMIT)
      return { tab: tabOf(await context.newPage(), site), remove: () => context.close() }
    },
    newReader:
      type.name() === 'chromium'
        ? async (site) => {
            const context = await browser.newContext({ locale: 'es-ES', serviceWorkers: 'block' })
            const page = await context.newPage()
            const reader = await readChromium(await context.newCDPSession(page))
            return { ...reader, tab: tabOf(page, site), stop: () => context.close() }
          }
        : undefined,
    stop: () => browser.close(),
  }
}

function tabOf(page: Page, site: string): Tab {
  const alerts: Dialog[] = []
  page.on('dialog', (dialog) => alerts.push(dialog))
  const field = (name: string) =>
    page
      .getByLabel(name, { exact: true })
      .or(page.getByPlaceholder(name, { exact: true }))
      .and(page.locator('input, textarea'))
  const outsideDialogs = page.locator(':not(dialog *)')

  return {
    open: async (path) => void (await page.goto(`${site}${path}`)),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack({ waitUntil: 'commit' })),
    // The click may open an alert, which blocks a click that waits for its navigation.
    press: (role, name) =>
      page.getByRole(role, { name, exact: true }).and(outsideDialogs).click({ noWaitAfter: true }),
    pressInDialog: (name) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click(),
    async type(name, text) {
      await field(name).focus()
      await field(name).press('ControlOrMeta+End')
      await field(name).pressSequentially(text)
    },
    key: (key) => page.keyboard.press(key),
    async acceptAlert() {
      const alert = await withinLimit('alert', async () => alerts.shift())
      await alert.accept()
      return alert.message()
    },
    evaluate: page.evaluate.bind(page),
    newTab: async () => tabOf(await page.context().newPage(), site),
    close: () => page.close(),
  }
}
