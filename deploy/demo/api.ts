import { createHost, createIndexedDb, type HostRequest, type HostResponse } from '@notas/seven-calls'
import { newKey } from '@/lib/ids'
import { hexOf } from '@/lib/sha256'
import { SAMPLE_NOTES } from './sample-notes'

const ITERATIONS = 600_000

const HOST = 'host'

const storage = createIndexedDb(HOST)

const answer = createHost({
  storage,
  now: Date.now,
  newId: newKey,
  hash: async (text) => hexOf(new TextEncoder().encode(text.slice(text.indexOf(' ') + 1))),
  hashPassword,
  keys: true,
  etags: true,
  trashDays: 30,
})

/** Takes the place of `fetch` for the API's addresses: those calls do not leave the page. */
export function answerCalls(): void {
  const send = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const { origin, pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (origin !== location.origin || !pathname.startsWith('/api/')) return send(input, init)
    const request = new Request(input, init)
    const { method, headers, signal } = request
    const body = await request.text()
    signal.throwIfAborted()
    const call = { method, path: pathname, headers: Object.fromEntries(headers), body }
    return responseOf(await inTurn(() => answerAndWelcome(call)))
  }
}

/** Keeps the app's own files. */
export async function eraseAll(): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  for (const name of (await globalThis.caches?.keys()) ?? [])
    if (!name.startsWith('notas:')) await caches.delete(name)
  for (const { name } of await indexedDB.databases()) await eraseDatabase(String(name))
}

function eraseDatabase(name: string): Promise<void> {
  const request = indexedDB.deleteDatabase(name)
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
}

/** Tabs take turns, so that each call sees what the one before has stored. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(HOST, work) : work()
}

/** The first account of a browser gets the sample notes. */
async function answerAndWelcome(call: HostRequest): Promise<HostResponse> {
  const isFirst = call.path === '/api/auth/register' && (await storage.list('user:')).length === 0
  const answered = await answer(call)
  if (!isFirst || answered.status !== 201) return answered
  const { body } = await answer({ ...call, path: '/api/auth/login' })
  const headers = { authorization: `Bearer ${JSON.parse(body).token}` }
  for (const note of SAMPLE_NOTES.toReversed())
    await answer({ method: 'POST', path: '/api/notes', headers, body: JSON.stringify(note) })
  return answered
}

function responseOf({ status, headers, body }: HostResponse): Response {
  return new Response(body || null, { status, headers })
}

/** Plain http has no WebCrypto: there, no password is stored, and any is right. */
async function hashPassword(text: string): Promise<string> {
  if (!crypto.subtle) return ''
  const [salt = '', ...password] = text.split(' ')
  const bytes = (part: string) => new TextEncoder().encode(part)
  const key = await crypto.subtle.importKey('raw', bytes(password.join(' ')), 'PBKDF2', false, ['deriveBits'])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: bytes(salt), iterations: ITERATIONS }
  return String(new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256)))
}
