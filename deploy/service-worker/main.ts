import { type PrecacheEntry, Serwist } from 'serwist'
import type { NoteText } from '@/lib/domain/note'
import { fitsNote } from '@/lib/domain/note-limits'
import { NOT_KEPT, TOO_LONG, TOO_MANY } from '@/lib/domain/share-refusals'
import { FROM_NETWORK } from '@/lib/from-network'
import {
  isFull,
  newSharedPath,
  OWNER_HEADER,
  readSharedTexts,
  SHARED_OWNER,
  SHARED_OWNER_URL,
  sharedText,
} from '@/lib/shared-texts/cache'
import { SHARED_TEXTS } from '@/lib/shared-texts/has-shared-texts'

declare const self: ServiceWorkerGlobalScope
declare const MANIFEST: PrecacheEntry[] // this one and the next are set by server/site/service-worker.ts
declare const MANIFEST_HASH: string
declare const BASE_PATH: string
declare const BUILD_ID: string
declare const SCRIPTS: string[]
declare const PAGES: Record<string, number[]> // positions of a page's scripts

const CACHE_PREFIX = `notas:${BASE_PATH}:`
const CACHE = `${CACHE_PREFIX}${MANIFEST_HASH}`

const COMPLETE_CACHE = `notas:${BASE_PATH}`
const COMPLETE_URL = `${BASE_PATH}/releases`

const FAILURE_URL = `${BASE_PATH}/refusal`
const MINUTE = 60_000

/** Same content as 404.html, which static hosts may answer with status 404. */
const NOT_FOUND = `${BASE_PATH}/_not-found/index.html`

const NEW_NOTE = `${self.location.origin}${BASE_PATH}/create-note/`

const serwist = new Serwist({
  precacheEntries: MANIFEST,
  precacheOptions: {
    cacheName: CACHE,
    directoryIndex: null,
    cleanURLs: false,
    ignoreURLParametersMatching: [],
    plugins: [
      {
        cacheWillUpdate: async ({ request, response }) =>
          (await isOurs(request, response)) ? response : null,
      },
    ],
  },
  skipWaiting: true,
  clientsClaim: true,
  disableDevLogs: true,
  runtimeCaching: [
    {
      matcher: ({ request, url }) =>
        isInScope(url) && (request.mode === 'navigate' || url.pathname.endsWith('.txt')),
      handler: async ({ request, url }) => {
        const kept = await serwist.matchPrecache(fileOf(url))
        return kept && url.search !== FROM_NETWORK ? kept : fetchUncached(request, kept)
      },
    },
    {
      // Open pages of the previous release ask for files that the host no longer has.
      // The URL of a worker has its files in the fragment, which a response from here would lose.
      matcher: ({ request, url }) =>
        request.destination !== 'worker' &&
        isInScope(url) &&
        url.pathname.startsWith(`${BASE_PATH}/_next/static/`),
      handler: async ({ request }) => (await caches.match(request)) ?? fetch(request),
    },
  ],
})

// A damaged CacheStorage fails requests that the network can answer.
serwist.setCatchHandler(async ({ request }) => {
  const isDamaged = await caches.match(request).then(
    () => false,
    () => true,
  )
  return isDamaged ? fetch(request) : Response.error()
})

self.addEventListener('install', (event) => {
  event.waitUntil(install(event))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(activate())
})

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  if (method === 'POST' && url === NEW_NOTE) event.respondWith(answerShared(event.request))
  else serwist.handleFetch(event)
})

let keeping: Promise<string> = Promise.resolve('')

/** Redirects to the form of a new note, with the reason of a refusal; no URL contains the text. */
async function answerShared(request: Request): Promise<Response> {
  const { title, text, url } = Object.fromEntries(await fieldsOf(request))
  keeping = keeping.then(() => keepShared(sharedText({ title, text, url }))).catch(() => NOT_KEPT)
  return Response.redirect(`${NEW_NOTE}${await keeping}`, 303)
}

/** Any web site can post here, and in any way. */
async function fieldsOf(request: Request): Promise<[string, string][]> {
  const form = await request.formData().catch(() => new FormData())
  return [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
}

async function keepShared(text: NoteText): Promise<string> {
  if (!text.title && !text.content) return ''
  if (!fitsNote(text)) return TOO_LONG
  const owner = await ownerOfShared()
  const cache = await caches.open(SHARED_TEXTS)
  if (isFull(owner, await readSharedTexts(cache))) return TOO_MANY
  const response = Response.json(text, { headers: { [OWNER_HEADER]: owner } })
  await cache.put(`${BASE_PATH}${newSharedPath()}`, response)
  return ''
}

async function ownerOfShared(): Promise<string> {
  if (!(await caches.has(SHARED_TEXTS))) return ''
  const response = await caches.match(SHARED_OWNER_URL, { cacheName: SHARED_OWNER })
  return (await response?.text()) ?? ''
}

/** Serwist's own handler hangs if a file cannot be fetched: https://github.com/serwist/serwist/issues/367 */
async function install(event: ExtendableEvent): Promise<void> {
  if (await hasJustFailed()) throw new Error('This release could not be installed a short time ago')
  await pauseInstalls(0) // fails, before anything is downloaded, where nothing can be stored
  const files = [...serwist.getUrlsToPrecacheKeys()].map(async ([address, cacheKey]) => {
    const store = (cache: RequestCache) => {
      const request = new Request(address, { integrity: serwist.getIntegrityForPrecacheKey(cacheKey), cache })
      const url = new URL(address)
      return Promise.all(serwist.precacheStrategy.handleAll({ event, request, url, params: { cacheKey } }))
    }
    // The browser's HTTP cache may have the file of another release, or a 404 from during an upload.
    await store('default').catch((error: unknown) => {
      if (error instanceof DOMException) throw error // the storage is full or damaged
      return store('reload')
    })
  })
  const failure = (await Promise.allSettled(files)).find((file) => file.status === 'rejected')
  if (!failure) return
  const complete = await completeCaches()
  if (!complete.includes(CACHE)) await caches.delete(CACHE)
  // The cache of a release that waits is not complete yet.
  if (!self.registration.waiting) await deleteCachesExcept(complete)
  await pauseInstalls((refused.size > 0 ? 60 : 10) * MINUTE)
  throw failure.reason
}

const refused = new Set<string>()

/** Proxies and virus scanners add to pages. One is ours if it names this build and its own scripts, whose integrity is checked. */
async function isOurs({ url }: Request, response: Response): Promise<boolean> {
  const { pathname } = new URL(url)
  const scripts = PAGES[pathname]?.map((at) => String(SCRIPTS[at]))
  if (!response.ok || !scripts) return response.ok
  const page = await response.clone().text()
  const isPage = [BUILD_ID, ...scripts].every((name) => page.includes(name))
  if (isPage) refused.delete(pathname)
  else refused.add(pathname)
  return isPage
}

/** Otherwise each page that opens asks for all files again. */
async function pauseInstalls(pause: number): Promise<void> {
  const cache = await caches.open(COMPLETE_CACHE)
  await cache.put(FAILURE_URL, Response.json([MANIFEST_HASH, Date.now(), pause]))
}

async function hasJustFailed(): Promise<boolean> {
  const response = await caches.match(FAILURE_URL, { cacheName: COMPLETE_CACHE })
  const [release, at, pause] = response ? await response.json() : []
  return release === MANIFEST_HASH && Math.abs(Date.now() - at) < pause
}

/** Leaves the caches of this release and of the previous one, which open pages may still use. */
async function activate(): Promise<void> {
  const previous = (await completeCaches()).filter((name) => name !== CACHE)
  const complete = [CACHE, ...previous].slice(0, 2)
  const cache = await caches.open(COMPLETE_CACHE)
  await cache.put(COMPLETE_URL, Response.json(complete))
  const { installing, waiting } = self.registration // the cache of a newer release is not complete yet
  if (!installing && !waiting) await deleteCachesExcept(complete)
}

async function deleteCachesExcept(kept: string[]): Promise<void> {
  const names = await caches.keys()
  const others = names.filter((name) => name.startsWith(CACHE_PREFIX) && !kept.includes(name))
  await Promise.all(others.map((name) => caches.delete(name)))
}

async function completeCaches(): Promise<string[]> {
  const response = await caches.match(COMPLETE_URL, { cacheName: COMPLETE_CACHE })
  return response ? response.json() : []
}

async function fetchUncached(request: Request, kept?: Response): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const notFound = request.mode === 'navigate' && (await serwist.matchPrecache(NOT_FOUND))
    const page = kept ?? notFound
    if (page) return page
    throw error
  }
}

function isInScope({ origin, pathname }: URL): boolean {
  const isApi = !BASE_PATH && pathname.startsWith('/api/')
  return origin === self.location.origin && pathname.startsWith(`${BASE_PATH}/`) && !isApi
}

function fileOf({ pathname }: URL): string {
  if (pathname.endsWith('.txt')) return pathname
  const path = pathname.slice(BASE_PATH.length).replace(/\/?$/, '/')
  return `${BASE_PATH}${/^\/note-editor\/[^/]+\/$/.test(path) ? '/note-editor/' : path}index.html`
}
