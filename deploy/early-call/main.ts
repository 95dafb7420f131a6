import type { EarlyCall } from '@/lib/api/early-call'
import { noteIdAt } from '@/lib/domain/note'

declare const BASE_PATH: string // set by build-early-call.ts, as is the next
declare const API_HOST: string

// Sends the screen's one GET while its scripts load. lib/api/request.ts takes it over if it is what the screen asks for.
try {
  const path = pathOfCall(location.pathname.slice(BASE_PATH.length))
  const token = localStorage.getItem('token')
  const [owner, email, hasEnded] = storedArray('user')
  if (path && token && !(owner === token && hasEnded)) {
    const user = (owner === token && email) || token
    const [listOwner, etag] = storedArray('notas-list-etag')
    const isCached = path === '/api/notes' && listOwner === user && etag
    call(`${API_HOST}${path}`, {
      Authorization: `Bearer ${token}`,
      ...(isCached && { 'If-None-Match': etag }),
    })
  }
} catch {} // the screen makes its call itself

function call(url: string, headers: Record<string, string>): void {
  const controller = new AbortController()
  const response = fetch(url, { headers, cache: 'no-store', signal: controller.signal })
  response.catch(() => {})
  const early: EarlyCall = { key: JSON.stringify(['GET', url, headers]), response, controller }
  Object.assign(globalThis, { earlyCall: early })
}

function pathOfCall(path: string): string | undefined {
  if (/^\/notas\/?$/.test(path)) return '/api/notes'
  const id = noteIdAt(path)
  return id === null ? undefined : `/api/notes/${encodeURIComponent(id)}`
}

function storedArray(name: string) {
  return JSON.parse(localStorage.getItem(name) ?? '[]')
}
