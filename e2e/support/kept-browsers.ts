import { readFileSync } from 'node:fs'
import type { BrowserContext } from '@playwright/test'
import { type Api, call, type User } from './api-client'
import { openBlankPage, readStore } from './browser-storage'
import { KEPT_DATABASES } from './kept-databases'

const NOTES = [
  ['Recetas', 'Tortilla'],
  ['Plantas', 'Riego'],
  ['Viaje', 'Billetes y hotel'],
] as const

type Names = Record<'email' | 'token' | 'etag' | (typeof NOTES)[number][0], string>

type Storage = {
  localStorage: Record<string, string>
  stores: Record<'drafts' | 'lists' | 'deletions', object[]>
}

/** Storage that a release has left in a browser; `names` are the user's, the list's ETag and the ids of the notes. */
export type KeptBrowser = Storage & { names: Names }

export async function addKeptNotes(host: Api, { email, token, addNote }: User): Promise<Names> {
  const ids: Record<string, string> = {}
  for (const [title, content] of NOTES) ids[title] = await addNote(title, content)
  const { headers } = await call(host, 'GET', '/api/notes', { token })
  return { email, token, etag: String(headers.etag).replaceAll('"', ''), ...ids } as Names
}

/** Reads what the origin's pages, all closed by now, have left. */
export async function readBrowser(context: BrowserContext): Promise<Storage> {
  const page = await openBlankPage(context)
  const localStorage = await page.evaluate(() => ({ ...window.localStorage }))
  const stores = {
    drafts: await readStore<object>(page, 'drafts'),
    lists: await readStore<object>(page, 'lists'),
    deletions: await readStore<object>(page, 'deletions'),
  }
  await page.close()
  return { localStorage, stores }
}

/** Leaves in a browser what a release has left, in a state of `write-kept-browser.ts`, under other names. */
export async function restoreBrowser(
  context: BrowserContext,
  release: string,
  state: string,
  names: Names,
): Promise<void> {
  const kept = JSON.parse(readFileSync(`${KEPT_DATABASES}/${release}/browser.json`, 'utf8'))[state]
  const renamed = Object.entries(kept.names as Names).reduce(
    (text, [name, old]) => text.replaceAll(old, names[name as keyof Names]),
    JSON.stringify(kept),
  )
  const page = await openBlankPage(context)
  await page.evaluate(async ({ localStorage, stores }) => {
    window.localStorage.clear()
    for (const [name, value] of Object.entries(localStorage)) window.localStorage.setItem(name, value)
    const request = indexedDB.open('notas', 2)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('drafts', { keyPath: 'id' }).createIndex('user', 'user')
      for (const name of ['lists', 'deletions']) request.result.createObjectStore(name, { keyPath: 'user' })
    }
    await new Promise((resolve) => {
      request.onsuccess = resolve
    })
    const transaction = request.result.transaction(Object.keys(stores), 'readwrite')
    for (const [name, rows] of Object.entries(stores))
      for (const row of rows) transaction.objectStore(name).put(row)
    await new Promise((resolve) => {
      transaction.oncomplete = resolve
    })
    request.result.close()
  }, JSON.parse(renamed) as Storage)
  await page.close()
}
