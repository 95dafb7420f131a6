import type { Page as Page_ } from '@playwright/test'
import puppeteer, { type Dialog, type ElementHandle, type KeyInput, type Page } from 'puppeteer-core'
import { hasAtSpi, startAtSpi } from './at-spi'
import { type Engine, NAMED_HOST, type ScreenReader, type Tab } from './engine'
import { findInPage, type Target, target } from './find-in-page'
import { withinLimit } from './within-limit'

export async function startFirefox(executablePath: string): Promise<Engine> {
  const extraPrefsFirefox = { 'network.dns.localDomains': NAMED_HOST }
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, extraPrefsFirefox })
  return {
    version: (await browser.version()).replace('/', ' '),
    async newProfile(site) {
      const context = await browser.createBrowserContext()
      return { tab: tabOf(await context.newPage(), site), remove: () => context.close() }
    },
    newReader: hasAtSpi() ? (site) => readFirefox(site, executablePath) : undefined,
    stop: () => browser.close(),
  }
}

async function readFirefox(site: string, executablePath: string): Promise<ScreenReader> {
  const { env, stop, ...reader } = await startAtSpi()
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: false, env })
  return {
    ...reader,
    tab: tabOf(await browser.newPage(), site),
    async stop() {
      await browser.close()
      await stop()
    },
  }
}

function tabOf(page: Page, site: string): Tab {
  const alerts: Dialog[] = []
  page.on('dialog', (dialog) => alerts.push(dialog))

  async function onElement(wanted: Target, act: (element: ElementHandle) => Promise<void>): Promise<void> {
    await withinLimit(`${wanted.kind} ${wanted.name.source}`, async () => {
      const element = (await page.evaluateHandle(findInPage, wanted)).asElement() as ElementHandle | null
      if (element) await act(element)
      return element
    })
  }
  const press = (wanted: Target) => onElement(wanted, (element) => element.click())

  return {
    open: async (path) => void (await page.goto(`${site}${path}`)),
    reload: async () => void (await page.reload()),
    // page.goBack waits for a load event, which a page from the back/forward cache does not have.
    back: () => page.evaluate(() => history.back()),
    press: (role, name) => press(target(role, name)),
    pressInDialog: (name) => press(target('button', name, true)),
    async type(name, text) {
      await onElement(target('field', name), (element) => element.focus())
      await page.keyboard.down('Control')
      await page.keyboard.press('End')
      await page.keyboard.up('Control')
      await page.keyboard.type(text)
    },
    async key(key) {
      const [last, ...modifiers] = key.split('+').reverse() as [KeyInput, ...KeyInput[]]
      for (const modifier of modifiers) await page.keyboard.down(modifier)
      await page.keyboard.press(last)
      for (const modifier of modifiers) await page.keyboard.up(modifier)
    },
    async acceptAlert() {
      const alert = await withinLimit('alert', async () => alerts.shift())
      await alert.accept()
      return alert.message()
    },
    evaluate: page.evaluate.bind(page) as Page_['evaluate'],
    newTab: async () => tabOf(await page.browserContext().newPage(), site),
    close: () => page.close(),
  }
}
