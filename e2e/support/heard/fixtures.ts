import { setTimeout } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core'
import { findInPage, type Target, target } from '../engines/find-in-page'
import { withinLimit } from '../engines/within-limit'
import { BASE, expect, storeSession, test } from '../fixtures'
import { type FaultyProxy, startFaultyProxy } from '../servers/faulty-proxy'
import { pathOf } from '../servers/process'
import { missingPrograms, type Orca, startOrca } from './orca'

export type HeardOptions = { heardIn: 'firefox' | 'chromium' }

type Reader = { orca: Orca; page: Page; version: string }

type Fixtures = {
  reader: Reader
  network: FaultyProxy
}

/** Milliseconds in which what is expected must be spoken, on a busy machine. */
const LIMIT = 15_000

/** A page that is not Notas: where it is not heard, the rig is broken, and not the product. */
const OTHER_PAGE = 'data:text/html,<title>Prueba</title><button>Se oye bien</button>'

const FINDERS = {
  firefox: () => pathOf('firefox-esr') ?? pathOf('firefox'),
  chromium: () => pathOf('chromium') ?? pathOf('google-chrome') ?? chromium.executablePath(),
}

export const heardTest = test.extend<Fixtures, HeardOptions & { started: Reader | undefined }>({
  heardIn: ['firefox', { option: true, scope: 'worker' }],

  started: [
    async ({ heardIn }, use) => {
      const isMissing = missingPrograms().length > 0 || !FINDERS[heardIn]()
      if (isMissing && !process.env.CI) return use(undefined)
      if (isMissing) throw new Error(`Not installed: ${missingPrograms().join(', ') || heardIn}.`)
      const orca = await startOrca()
      const browser = await puppeteer.launch({
        browser: heardIn === 'firefox' ? 'firefox' : 'chrome',
        executablePath: FINDERS[heardIn](),
        headless: false,
        env: orca.env,
        defaultViewport: null,
        extraPrefsFirefox: { 'accessibility.force_disabled': -1, 'signon.rememberSignons': false },
        args:
          heardIn === 'firefox'
            ? []
            : ['--no-sandbox', '--force-renderer-accessibility', '--disable-gpu', '--lang=es-ES'],
      })
      const [page = await browser.newPage()] = await browser.pages()
      page.on('dialog', (dialog) => void dialog.accept())
      await page.goto(OTHER_PAGE)
      await withinLimit('speech', async () => {
        // The page gets the focus from the window.
        await page.mouse.click(300, 300)
        await orca.listen()
        await orca.key('Tab')
        await setTimeout(1000)
        return orca.heard().some((text) => text.includes('Se oye bien')) || undefined
      })
      await use({ orca, page, version: await browser.version() })
      // A browser that waits for Orca does not close.
      browser.process()?.kill('SIGKILL')
      await orca.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  reader: async ({ started, heardIn }, use, { annotations }) => {
    heardTest.skip(!started, `Orca, what it needs, or ${heardIn} is not installed`)
    if (!started) return
    annotations.push({ type: 'version', description: `${await started.orca.version()}, ${started.version}` })
    await use(started)
  },

  network: async ({ host, reader }, use) => {
    expect(reader).toBeDefined()
    const network = await startFaultyProxy(host)
    await use(network)
    await network.stop()
  },
})

/** Opens a screen, of a user whose session has begun. */
export async function openAs(
  { page, orca }: Reader,
  network: FaultyProxy,
  path: string,
  user?: Parameters<typeof storeSession>[1],
): Promise<void> {
  await page.goto(`${network.origin}${BASE}/register/`)
  if (user) await storeSession(page as unknown as Parameters<typeof storeSession>[0], user)
  await page.goto(`${network.origin}${BASE}${path}/`)
  await orca.listen()
}

/** Gives the focus to an element, as Tab does. */
export async function focusOn(
  { page, orca }: Reader,
  kind: Target['kind'],
  name: string,
  isInDialog = false,
): Promise<void> {
  await orca.listen()
  await withinLimit(`${kind} ${name}`, async () => {
    const found = await page.evaluateHandle(findInPage, target(kind, name, isInDialog))
    const element = found.asElement() as ElementHandle<HTMLElement> | null
    await element?.evaluate((one) => one.focus())
    return element
  })
  await orca.listen()
}

/** Compares what is spoken: of `known`, exactly these sentences in this order, and each of `names` somewhere. */
export async function expectSpoken(
  { orca }: Reader,
  known: string[],
  act: () => Promise<unknown>,
  sentences: string[],
  names: string[] = [],
): Promise<void> {
  await orca.listen()
  await act()
  await expect(async () => {
    const heard = orca.heard()
    const all = heard.join('\n')
    expect(oursOf(heard, known), all).toEqual(sentences)
    expect(
      names.filter((name) => !all.includes(name)),
      all,
    ).toEqual([])
  }).toPass({ timeout: LIMIT })
}

/** The known sentences in what was spoken. Chromium says what a dialog asks twice: with the dialog, and with its button. */
function oursOf(heard: string[], known: string[]): string[] {
  const found = heard.flatMap((text) =>
    known
      .filter((sentence) => text.includes(sentence))
      .sort((one, other) => text.indexOf(one) - text.indexOf(other)),
  )
  return found.filter((sentence, at) => found.indexOf(sentence) === at)
}
