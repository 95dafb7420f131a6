import { setTimeout } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { createProfile } from '../../support/browser-profile'
import { findChromium } from '../../support/chromium'
import { BASE } from '../../support/fixtures'
import { createDesk, type Desk, pressSave, SAID } from '../harness/desk'
import { PARTINGS } from '../harness/partings'
import { createPlaces, type Round } from '../harness/place'
import { type Conditions, type Result, runTrial } from '../harness/scenario'
import { startTyping } from '../harness/typist'
import { lateDatabase, lostDatabase, silentDatabase } from './drafts-database'
import { olderCopy, wrongClock } from './drafts-order'
import { nextPerson, signedOutElsewhere } from './drafts-sign-out'

type Form = {
  context: BrowserContext
  page: Page
  kill: () => Promise<BrowserContext>
  signIn: (page: Page) => Promise<unknown>
}

/** Resolves to the page in which the person goes on. */
type Fault = (form: Form) => Promise<Page>

const FAULTS: Record<string, Fault> = {
  killed: async ({ kill }) => (await kill()).newPage(),
  reloaded: ({ page }) => PARTINGS.reloaded(page),
  closed: ({ page, context }) => PARTINGS.closed(page, context),
  left: ({ page }) => PARTINGS.left(page),
  offline: async ({ page, context }) => {
    await context.setOffline(true)
    await trySave(page)
    await context.setOffline(false)
    return page
  },
  'answered with 500': async ({ page }) => {
    await page.route('**/api/notes**', (route) => route.fulfill({ status: 500, body: '' }))
    await trySave(page)
    return page
  },
  'answered with 401': async ({ page, signIn }) => {
    await page.route('**/api/notes**', (route) => route.fulfill({ status: 401, body: '' }))
    await trySave(page)
    await page.unrouteAll()
    await signIn(page)
    return page
  },
  'killed while it saved': async ({ page, kill }) => {
    await page.route('**/api/notes**', () => {})
    await pressSave(page)
    return (await kill()).newPage()
  },
}

/** Kinds of trial that start with an empty browser profile. */
const ROUNDS: Record<string, Round> = {
  'silent database': silentDatabase,
  'late database': lateDatabase,
  'lost database': lostDatabase,
  'signed out elsewhere': signedOutElsewhere,
  'next person': nextPerson,
  'older copy': olderCopy,
  'wrong clock': wrongClock,
}

const FAULT_KINDS = [
  'lost',
  'not saved',
  'not said',
  'left over',
  'hidden',
  'out of order',
  'shown to another',
  'broken off',
]

/** The kinds of trial that share one browser profile, and those that start with an empty one. */
export const TRIAL_KINDS = {
  sameProfile: [...Object.keys(FAULTS), 'two tabs', 'full storage'],
  newProfile: Object.keys(ROUNDS),
}

type Options = { trials: number; kinds?: string[] }

/** Someone types, something goes wrong, and what was on the screen is asked for again. */
export function drafts(
  conditions: Conditions,
  { trials, kinds = Object.values(TRIAL_KINDS).flat() }: Options,
): Promise<Result> {
  return runTrial(conditions, FAULT_KINDS, async (trial) => {
    const { random, count, fault, say } = trial
    const host = await trial.startHost()
    const person = await trial.register(host)
    const profile = createProfile({ ...findChromium(), baseURL: host.origin })
    let context = await start()
    const places = await createPlaces(trial, host)

    async function start(): Promise<BrowserContext> {
      const started = await profile.start()
      // A killed browser may have forgotten a login; its drafts are the matter here.
      await started.addInitScript(({ token, email }) => {
        if (localStorage.getItem('token')) return
        localStorage.setItem('user', JSON.stringify([token, email]))
        localStorage.setItem('token', token)
      }, person)
      return started
    }

    async function kill(): Promise<BrowserContext> {
      await profile.kill()
      context = await start()
      return context
    }

    async function signIn(page: Page): Promise<void> {
      await page.goto(`${BASE}/`)
      page.once('dialog', (dialog) => dialog.accept())
      await page.getByLabel('Email').fill(person.email)
      await page.getByLabel('Password').fill(person.password)
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.waitForURL('**/notas/')
    }

    /** Nothing can be kept: it is said, and what is typed is saved. */
    async function fullStorage(desk: Desk, page: Page, path: string, id: string | undefined): Promise<void> {
      await page.addInitScript(() => {
        IDBObjectStore.prototype.put = () => {
          throw new DOMException('full', 'QuotaExceededError')
        }
      })
      await page.goto(`${BASE}${path}`)
      const typist = await startTyping(page, random.fork())
      await setTimeout(random.between(500, 1500))
      await typist.stop()
      const isSaid = await page
        .getByText(/^Este navegador no puede guardar borradores/)
        .waitFor()
        .then(...SAID)
      if (!isSaid) fault('not said', 'full storage')
      await desk.expectSaved(page, id)
    }

    async function round(name: string): Promise<void> {
      const desk = createDesk(trial, host, person, name)
      const id = random.chance(0.75) ? await desk.newNote() : undefined
      const path = id === undefined ? '/create-note' : `/note-editor/${id}`
      const page = await context.newPage()
      page.setDefaultTimeout(30_000)
      if (name === 'full storage') return fullStorage(desk, page, path, id)

      const pages = name === 'two tabs' ? [page, await context.newPage()] : [page]
      const typists = []
      for (const tab of pages) {
        await tab.goto(`${BASE}${path}`)
        typists.push(await startTyping(tab, random.fork()))
      }
      await setTimeout(random.between(700, 2000))
      const moment = performance.now()
      const stopped = Promise.all(typists.map((typist) => typist.stop()))
      const act = FAULTS[name] ?? (FAULTS[random.pick(['killed', 'closed'])] as Fault)
      // Whoever presses a button types no longer.
      if (!['killed', 'reloaded', 'closed', 'two tabs'].includes(name)) await stopped
      const next = await act({ page, context, kill, signIn })
      await stopped
      await next.unrouteAll()
      const screens = typists.map((typist) => typist.recoverableAt(moment))
      await next.goto(`${BASE}${path}`)
      await desk.expectRecovered(next, screens)
      await desk.expectSaved(next, id)
    }

    try {
      for (let done = 0; done < trials; done++) {
        // Each in turn, so that a short run has them all.
        const name = kinds[done % kinds.length] as string
        const run = ROUNDS[name]
        const ended = run ? places.run(name, run) : round(name)
        await ended.catch((cause: Error) => fault('broken off', `${name}: ${cause.message}`))
        count('trials')
        count(name)
        say(`${done + 1} trials`)
        for (const page of context.pages().slice(1)) await page.close()
      }
    } finally {
      await places.close()
      await profile.remove()
    }
  })
}

/** Until it has failed, and the modal is gone. */
async function trySave(page: Page): Promise<void> {
  await pressSave(page)
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
