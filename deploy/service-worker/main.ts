import { NetworkFirst, type PrecacheEntry, Serwist } from 'serwist'

declare const self: ServiceWorkerGlobalScope
/** Put in by the build: the files that screens need, each with its hash, and a name for all of them together. */
declare const FILES: PrecacheEntry[]
declare const RELEASE: string
declare const BASE_PATH: string

/** How long a page may take to come over the network before the kept one is shown, in seconds. */
const PATIENCE = 3

/** Another deployment on the same origin keeps its own. */
const PREFIX = `notas:${BASE_PATH}:`
const OWN = `${PREFIX}${RELEASE}`

/** Holds the names of the releases that were installed whole, the latest first. */
const RECORD = `notas:${BASE_PATH}`
const RECORD_ADDRESS = `${BASE_PATH}/releases`

/** The same page as 404.html, under an address that every host answers with 200. */
const NOT_FOUND = `${BASE_PATH}/_not-found/index.html`

/**
 * Every file of a release is kept together, so that all screens open without a network. Pages, and what the
 * router asks for between them, come from the network where there is one: a new release shows at the next
 * opening. What is named by its content is as good from the disk.
 */
const serwist = new Serwist({
  precacheEntries: FILES,
  precacheOptions: {
    cacheName: OWN,
    directoryIndex: null,
    cleanURLs: false,
    ignoreURLParametersMatching: [],
  },
  skipWaiting: true,
  clientsClaim: true,
  disableDevLogs: true,
  runtimeCaching: [
    {
      matcher: ({ request, url }) =>
        isOurs(url) && (request.mode === 'navigate' || url.pathname.endsWith('.txt')),
      handler: new NetworkFirst({
        cacheName: OWN,
        networkTimeoutSeconds: PATIENCE,
        plugins: [
          {
            cacheKeyWillBeUsed: async ({ request }) =>
              serwist.getPrecacheKeyForUrl(fileOf(new URL(request.url))) ?? request,
            // Only an installation keeps anything.
            cacheWillUpdate: async () => null,
            handlerDidError: async ({ request }) =>
              request.mode === 'navigate' ? serwist.matchPrecache(NOT_FOUND) : undefined,
          },
        ],
      }),
    },
    {
      // Of the release before: a page that is still open asks for it, and the host has it no longer.
      matcher: ({ url }) => isOurs(url) && url.pathname.startsWith(`${BASE_PATH}/_next/static/`),
      handler: async ({ request }) => (await caches.match(request)) ?? fetch(request),
    },
  ],
})

self.addEventListener('install', (event) => {
  event.waitUntil(install(event))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(keepTwoReleases())
})

self.addEventListener('fetch', serwist.handleFetch)

/**
 * As Serwist's own, which never ends where a file cannot be had, and holds up every later one:
 * https://github.com/serwist/serwist/issues/367
 */
async function install(event: ExtendableEvent): Promise<void> {
  const files = [...serwist.getUrlsToPrecacheKeys()].map(async ([address, cacheKey]) => {
    const integrity = serwist.getIntegrityForPrecacheKey(cacheKey)
    const request = new Request(address, { integrity, cache: cacheKey === address ? 'default' : 'reload' })
    const url = new URL(address)
    await Promise.all(serwist.precacheStrategy.handleAll({ event, request, url, params: { cacheKey } }))
  })
  const failure = (await Promise.allSettled(files)).find((file) => file.status === 'rejected')
  if (!failure) return
  // Half a release is of no use, and takes the room of drafts.
  await keepOnly(await installed())
  throw failure.reason
}

/** This one, and the one that open pages may still be of. */
async function keepTwoReleases(): Promise<void> {
  const before = (await installed()).filter((name) => name !== OWN)
  const kept = [OWN, ...before].slice(0, 2)
  const record = await caches.open(RECORD)
  await record.put(RECORD_ADDRESS, Response.json(kept))
  await keepOnly(kept)
}

async function installed(): Promise<string[]> {
  const record = await caches.match(RECORD_ADDRESS, { cacheName: RECORD })
  return record ? record.json() : []
}

async function keepOnly(kept: string[]): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  await Promise.all(ours.filter((name) => !kept.includes(name)).map((name) => caches.delete(name)))
}

/** Under no base path the API's addresses would be ours too. */
function isOurs({ origin, pathname }: URL): boolean {
  const isApi = !BASE_PATH && pathname.startsWith('/api/')
  return origin === self.location.origin && pathname.startsWith(`${BASE_PATH}/`) && !isApi
}

/** The file of the export that stands for an address. */
function fileOf({ pathname }: URL): string {
  if (pathname.endsWith('.txt')) return pathname
  const path = pathname.slice(BASE_PATH.length).replace(/\/?$/, '/')
  return `${BASE_PATH}${/^\/note-editor\/[^/]+\/$/.test(path) ? '/note-editor/' : path}index.html`
}
