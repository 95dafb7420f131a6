import { writeFileSync } from 'node:fs'
import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core'
import { findInPage, type Target, target } from '../engines/find-in-page'
import { withinLimit } from '../engines/within-limit'
import { BASE, expect, storeSession, test } from '../fixtures'
import { type FaultyProxy, startFaultyProxy } from '../servers/faulty-proxy'
import { waitFor } from '../wait-for'
import { findBrowser, type HeardBrowser, missingFor } from './installed'
import { type Orca, startOrca } from './orca'

export type HeardOptions = { heardIn: HeardBrowser }

type Reader = { orca: Orca; page: Page; version: string }

type Fixtures = {
  reader: Reader
  network: FaultyProxy
}

/** Milliseconds after which what has not been spoken is missing: twenty times as long as it takes on an idle machine. */
const LIMIT = 60_000

/** A page that is not Notas: where it is not heard, the rig is broken, and not the product. */
const OTHER_PAGE = 'data:text/html,<title>Prueba</title><button>Se oye bien</button>'

const ATTEMPTS = 4
const START_LIMIT = 30_000

const CHROMIUM_OPTIONS = ['--no-sandbox', '--force-renderer-accessibility', '--disable-gpu', '--lang=es-ES']

export const heardTest = test.extend<Fixtures, HeardOptions & { started: Reader }>({
  heardIn: ['firefox', { option: true, scope: 'worker' }],

  started: [
    async ({ heardIn }, use) => {
      const missing = missingFor(heardIn)
      if (missing.length > 0) throw new Error(`Not installed: ${missing.join(', ')}.`)
      const reader = await startReader(heardIn)
      await use(reader)
      await reader.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  /** Each story leaves what was pressed and spoken in its folder of `e2e/results`. */
  reader: async ({ started }, use, story) => {
    const description = `${await started.orca.version()}, ${started.version}`
    story.annotations.push({ type: 'version', description })
    const first = started.orca.count()
    await use(started)
    const log = [story.title, description, '', ...started.orca.logFrom(first)]
    writeFileSync(story.outputPath('spoken.txt'), log.join('\n'))
    if (story.status !== story.expectedStatus)
      await started.page.screenshot({ path: story.outputPath('screen.png') as `${string}.png` })
  },

  network: async ({ host, reader }, use) => {
    expect(reader).toBeDefined()
    const network = await startFaultyProxy(host)
    await use(network)
    await network.stop()
  },
})

/** Starts a browser with Orca, and again where one of the two stands still. */
async function startReader(heardIn: HeardBrowser): Promise<Reader & { stop: () => Promise<void> }> {
  for (let attempt = 1; ; attempt++) {
    const orca = await startOrca()
    const browser = await puppeteer.launch({
      browser: heardIn === 'firefox' ? 'firefox' : 'chrome',
      executablePath: findBrowser[heardIn](),
      headless: false,
      env: orca.env,
      defaultViewport: null,
      extraPrefsFirefox: { 'accessibility.force_disabled': -1, 'signon.rememberSignons': false },
      args: heardIn === 'firefox' ? [] : CHROMIUM_OPTIONS,
    })
    const [page = await browser.newPage()] = await browser.pages()
    const stop = async () => {
      // A browser that waits for Orca does not close.
      browser.process()?.kill('SIGKILL')
      await orca.stop()
    }
    try {
      page.on('dialog', (dialog) => void dialog.accept())
      await page.goto(OTHER_PAGE)
      await expectOtherPage(page, orca)
      return { orca, page, version: await browser.version(), stop }
    } catch (error) {
      await stop()
      if (attempt === ATTEMPTS) throw error
    }
  }
}

async function expectOtherPage(page: Page, orca: Orca): Promise<void> {
  await waitFor('Orca speaks', START_LIMIT, () => orca.count() > 0)
  await expect(async () => {
    // The page gets the focus from the window.
    await page.mouse.click(300, 300)
    await orca.listen()
    await orca.key('Tab')
    await waitFor('the button is spoken', 5000, () => orca.heard().join().includes('Se oye bien'))
  }).toPass({ timeout: START_LIMIT })
}

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
  function check() {
    const heard = orca.heard()
    const all = heard.join('\n')
    expect(oursOf(heard, known), all).toEqual(sentences)
    const missing = names.filter((name) => !all.includes(name))
    expect(missing, all).toEqual([])
  }
  await expect(check).toPass({ timeout: LIMIT })
  await orca.silence()
  check()
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
