import type { EarlyCall } from '@/lib/api/request'
import { noteIdAt } from '@/lib/domain/note'

declare const BASE_PATH: string // an argument in build-scripts.ts, as is the next
declare const API_HOST: string

const MAX_LENGTH = 100_000

// Sends the screen's one GET while its scripts load; lib/api/request.ts uses the response if the request is the same.
try {
  const path = pathOfCall(location.pathname.slice(BASE_PATH.length))
  const token = localStorage.getItem('token')
  const [owner, email, hasEnded] = storedArray('user')
  if (path && token && !(owner === token && hasEnded)) {
    const user = (owner === token && email) || token
    const [listOwner, etag] = storedArray('notas-list-etag')
    const isList = path === '/api/notes'
    const isCached = isList && listOwner === user && etag
    const response = call(`${API_HOST}${path}`, {
      Accept: 'application/json',
      Authorization: `Bearer ${token}`,
      ...(isCached && { 'If-None-Match': etag }),
    })
    response.then(isList ? (list) => showTitles(list, token) : undefined).catch(() => {})
  }
} catch {} // the screen makes its call itself

function call(url: string, headers: Record<string, string>): Promise<Response> {
  const controller = new AbortController()
  const response = fetch(url, { headers, cache: 'no-store', signal: controller.signal })
  const key = JSON.stringify(['GET', url, headers])
  const early: EarlyCall = { key, response, controller, at: Date.now() }
  Object.assign(globalThis, { earlyCall: early })
  return response
}

/** Shows the first titles in the list's skeleton until the app takes the response, unless somebody else signs in meanwhile. */
async function showTitles(response: Response, token: string): Promise<void> {
  const isTaken = () => (globalThis as { earlyCall?: EarlyCall }).earlyCall === undefined
  if (isTaken()) return
  const reader = (response.clone().body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  const isSameUser = () => localStorage.token === token
  addEventListener('storage', () => isSameUser() || writeTitles(''))
  for (let list = ''; list.length < MAX_LENGTH; writeTitles(list)) {
    const { value } = await reader.read()
    if (!value || isTaken() || !isSameUser()) break
    list += decoder.decode(value, { stream: true })
  }
  reader.cancel()
}

/** Writes the titles at the start of the list into the bars of ListSkeleton. */
function writeTitles(list: string): void {
  // Whole values of the key: within a text its quotes are escaped, and a value that is cut off does not end.
  const titles = list.match(/(?<="title":)"(?:[^"\\]|\\.)*"/g) ?? []
  document.querySelectorAll('.breathe li>:first-child').forEach((bar, position) => {
    bar.textContent = JSON.parse(titles[position] ?? '""')
  })
}

function pathOfCall(path: string): string | undefined {
  if (/^\/notas\/?$/.test(path)) return '/api/notes'
  const id = noteIdAt(path)
  return id === null ? undefined : `/api/notes/${encodeURIComponent(id)}`
}

function storedArray(name: string) {
  return JSON.parse(localStorage.getItem(name) ?? '[]')
}
