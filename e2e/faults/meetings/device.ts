import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { StoredRecord } from '@/lib/offline/stored-record'
import { readStore } from '../../support/browser-storage'
import { BASE, sessionOf } from '../../support/fixtures'
import { waitFor } from '../../support/wait-for'
import { type Account, marksIn, textOf, type Writer, writerOf } from './model'

/** A browser profile, in which one account at a time is signed in. */
export type Device = {
  name: string
  context: BrowserContext
  account: Account | undefined
  isOffline: boolean
}

export async function createDevice(
  browser: Browser,
  origin: string,
  name: string,
  account: Account,
): Promise<Device> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'es-ES',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: [{ origin, localStorage: sessionOf(account) }] },
  })
  context.setDefaultTimeout(10_000)
  context.on('page', (page) => page.on('dialog', (dialog) => void dialog.accept().catch(() => {})))
  const page = await context.newPage()
  await page.goto(`${BASE}/notas`)
  return { name, context, account, isOffline: false }
}

export function nameOf(device: Device, page: Page): string {
  return `${device.name}${device.context.pages().indexOf(page) + 1}`
}

export function screenOf(page: Page): string {
  const { pathname } = new URL(page.url())
  return pathname.slice(BASE.length).split('/')[1] ?? ''
}

export const isForm = (page: Page) => ['create-note', 'note-editor'].includes(screenOf(page))

export async function readRecords(device: Device): Promise<StoredRecord[]> {
  const page = device.context.pages()[0] as Page
  const records = await readStore<StoredRecord>(page, 'drafts')
  const backups = await page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([name]) => name.startsWith('notas-draft-'))
      .map(([, json]) => JSON.parse(json) as StoredRecord),
  )
  return [...records, ...backups].filter(({ user }) => user !== '')
}

/** Texts that are neither done nor deleted. */
export const isText = ({ deleted, write }: StoredRecord) =>
  !deleted && !write?.isImported && write?.doneAt === undefined

export async function marksInBrowsers(devices: Device[]): Promise<Map<Writer, Set<string>>> {
  const found = new Map<Writer, Set<string>>()
  for (const device of devices) {
    for (const { user, text, write } of (await readRecords(device)).filter(isText)) {
      const marks = [text, write?.first].flatMap((one) => (one ? marksIn(textOf(one)) : []))
      for (const mark of marks) {
        const writer = writerOf(mark) as Writer
        if (device.account?.email !== user) continue
        found.set(writer, (found.get(writer) ?? new Set()).add(mark))
      }
    }
  }
  return found
}

/** Waits until no tab shows, and the browser does not store, what somebody else has written. */
export async function findStrangersIn(device: Device): Promise<string | undefined> {
  let found: string | undefined
  const isClean = async () => {
    found = undefined
    for (const page of device.context.pages()) {
      const shown = await shownOn(page)
      const stranger = marksIn(shown).find((mark) => writerOf(mark) !== device.account?.writer)
      if (stranger) found = `${nameOf(device, page)} shows ${stranger}`
    }
    for (const { user, text, id } of await readRecords(device)) {
      if (user !== device.account?.email) found = `${device.name} stores a record of another user: ${id}`
      const stranger = marksIn(textOf(text)).find((mark) => writerOf(mark) !== device.account?.writer)
      if (stranger) found = `${device.name} stores ${stranger}`
    }
    return found === undefined
  }
  await waitFor('nothing is of another user', 5_000, isClean).catch(() => {})
  return found
}

/** Signs out. True if there was a question, which is confirmed. */
export async function confirmSignOut(page: Page): Promise<boolean> {
  const name = 'Cerrar sesión'
  const loginHeading = page.getByRole('heading', { name: 'Log in' })
  const confirm = page.getByRole('dialog').getByRole('button', { name })
  await page.getByRole('button', { name }).click()
  await confirm.or(loginHeading).waitFor()
  const isAsked = await confirm.isVisible()
  if (isAsked) await confirm.click()
  await loginHeading.waitFor()
  return isAsked
}

function shownOn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[]
    return [document.body.innerText, ...fields.map(({ value }) => value)].join('\n')
  })
}
