import { setTimeout } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { createProfile } from '../browser-profile'
import { findChromium } from '../chromium'
import { content } from '../drafts'
import { BASE } from '../fixtures'
import { ask } from './ask'
import { type Conditions, type Result, runTrial } from './trial'
import { startTyping } from './typist'

const NOTE = 'Riego los martes.\n'

type Desk = {
  context: BrowserContext
  page: Page
  kill: () => Promise<BrowserContext>
  signIn: (page: Page) => Promise<unknown>
}

/** Resolves to the page in which the person goes on. */
type Fault = (desk: Desk) => Promise<Page>

const FAULTS: Record<string, Fault> = {
  killed: async ({ kill }) => (await kill()).newPage(),
  reloaded: async ({ page }) => {
    await page.reload()
    return page
  },
  closed: async ({ page, context }) => {
    const next = await context.newPage()
    await page.close()
    return next
  },
  left: async ({ page }) => {
    await page.getByRole('button', { name: 'Cancelar' }).click()
    return page
  },
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

/** Someone types, something goes wrong, and what was on the screen is asked for again. */
export function drafts(conditions: Conditions, { trials }: { trials: number }): Promise<Result> {
  return runTrial(conditions, ['lost', 'not saved', 'not said', 'broken off'], async (trial) => {
    const { random, count, fault, say } = trial
    const host = await trial.startHost()
    const person = await trial.register(host)
    const executablePath = findChromium()
    const profile = createProfile({ ...(executablePath && { executablePath }), baseURL: host.origin })
    let context = await start()

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

    async function newNote(): Promise<string> {
      const json = { title: 'Plantas', content: NOTE }
      const { body } = await ask(host, 'POST', '/api/notes', { json, token: person.token })
      return (JSON.parse(body) as { _id: string })._id
    }

    async function storedText(id: string): Promise<string> {
      const { body } = await ask(host, 'GET', `/api/notes/${id}`, { token: person.token })
      return (JSON.parse(body) as { content: string }).content
    }

    /** Takes up one draft after the other until one is what was on the screen; 'lost' where none is. */
    async function expectRecovered(
      page: Page,
      path: string,
      name: string,
      screens: string[][],
    ): Promise<void> {
      await page.goto(`${BASE}${path}`)
      const found: string[] = []
      for (const _ of screens) {
        const isThere = await page
          .getByRole('button', { name: 'Recuperar' })
          .click()
          .then(...SAID)
        if (!isThere) break
        await page.waitForFunction(
          (before) => document.querySelector('textarea')?.value !== before,
          found.at(-1) ?? (path === '/create-note' ? '' : NOTE),
        )
        found.push(await content(page).inputValue())
      }
      for (const texts of screens) {
        if (found.some((text) => texts.includes(text))) count('recovered')
        else fault('lost', `${name}: ${JSON.stringify({ wanted: texts[0], found })}`)
      }
    }

    async function expectSaved(page: Page, id: string | undefined, name: string): Promise<void> {
      const text = await content(page).inputValue()
      await pressSave(page)
      const isSaved = await page.waitForURL('**/notas/').then(...SAID)
      if (isSaved && (id === undefined || (await storedText(id)) === text)) count('saved')
      else fault('not saved', name)
    }

    /** Nothing can be kept: it is said, and what is typed is saved. */
    async function fullStorage(page: Page, path: string, id: string | undefined): Promise<void> {
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
      await expectSaved(page, id, 'full storage')
    }

    async function round(name: string): Promise<void> {
      const id = random.chance(0.75) ? await newNote() : undefined
      const path = id === undefined ? '/create-note' : `/note-editor/${id}`
      const page = await context.newPage()
      page.setDefaultTimeout(30_000)
      if (name === 'full storage') return fullStorage(page, path, id)

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
      await expectRecovered(next, path, name, screens)
      await expectSaved(next, id, name)
    }

    try {
      const names = [...Object.keys(FAULTS), 'two tabs', 'full storage']
      for (let done = 0; done < trials; done++) {
        // Each in turn, so that a short run has them all.
        const name = names[done % names.length] as string
        await round(name).catch((cause: Error) => fault('broken off', `${name}: ${cause.message}`))
        count('trials')
        count(name)
        say(`${done + 1} trials`)
        for (const page of context.pages().slice(1)) await page.close()
      }
    } finally {
      await profile.remove()
    }
  })
}

const SAID = [() => true, () => false] as const

async function pressSave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
}

/** Until it has failed, and the modal is gone. */
async function trySave(page: Page): Promise<void> {
  await pressSave(page)
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
