import { createHash } from 'node:crypto'
import { z } from 'zod'
import { SettingError } from '@/lib/domain/deployment.mjs'
import { withCsp, withoutCsp } from './csp'
import type { Files } from './folder'
import { placesOf, type SiteSettings, withPlaceholders, withSettings } from './placeholders'
import { BUILD, type Release, releaseSchema } from './release'
import { SERVICE_WORKER, withManifest, withoutManifest } from './service-worker'

type Template = Release & {
  files: Files
  precached: string[]
}

/** Positions of the settings in a file before it gets its Content-Security-Policy, and the hash of that file. */
const fileSchema = z.object({ basePath: z.array(z.number()), apiHost: z.array(z.number()), hash: z.string() })

/** What a move has to know, in build.json. Names are those of the template. */
const buildSchema = releaseSchema.extend({
  basePath: z.string(),
  apiHost: z.string(),
  precached: z.array(z.string()),
  files: z.record(z.string(), fileSchema),
})

type Build = z.output<typeof buildSchema>

export function finishSite(template: Template, settings: SiteSettings): Files {
  const { version, commit, date, sources, files, precached } = template
  const { basePath, apiHost } = settings
  const { finished } = namesOf(sources, settings)
  const build: Build = { version, commit, date, sources, basePath, apiHost, precached, files: {} }
  const site: Files = new Map()
  for (const [name, bytes] of files) {
    const { text, positions } = withSettings(finished(textOf(bytes)), settings)
    build.files[name] = { ...positions, hash: hash(text) }
    site.set(finished(name), name.endsWith('.html') ? publishedPage(name, text, apiHost) : bytesOf(text))
  }
  const code = textOf(fileIn(site, SERVICE_WORKER))
  site.set(SERVICE_WORKER, bytesOf(withManifest(code, site, precached.map(finished), basePath)))
  return site.set(BUILD, bytesOf(JSON.stringify(build)))
}

/** Moves a finished site. Files that the build did not make stay as they are. */
export function moveSite(site: Files, settings: SiteSettings): Files {
  const build = buildOf(site)
  if (!build) throw new SettingError(`There is no ${BUILD}.`)
  const { finished, original } = namesOf(build.sources, build)
  const files: Files = new Map()
  const others = new Map(site)
  others.delete(BUILD)
  for (const [name, file] of Object.entries(build.files)) {
    const text = unpublished(name, textOf(fileIn(site, finished(name))))
    const places = placesOf(file)
    const mayDiffer = places.length === 0 && name !== SERVICE_WORKER
    if (!mayDiffer && hash(text) !== file.hash) throw changed(finished(name))
    files.set(name, bytesOf(original(withPlaceholders(text, places, build))))
    others.delete(finished(name))
  }
  return new Map([...others, ...finishSite({ ...build, files }, settings)])
}

/** Undefined if the files are not those of a build. */
export function settingsOf(site: Files): SiteSettings | undefined {
  return buildOf(site)
}

function buildOf(site: Files): Build | undefined {
  try {
    return buildSchema.parse(JSON.parse(textOf(fileIn(site, BUILD))))
  } catch {
    return undefined
  }
}

/** Build id and folder of the scripts depend on the settings: browsers reload pages by the first, and keep scripts for ever. */
function namesOf(sources: string, { basePath, apiHost }: SiteSettings) {
  const id = hash(JSON.stringify([sources, basePath, apiHost]))
  const chunks = apiHost ? `static/chunks-${hash(apiHost)}/` : 'static/chunks/'
  return {
    finished: (text: string) => text.replaceAll(sources, id).replaceAll('static/chunks/', chunks),
    original: (text: string) => text.replaceAll(chunks, 'static/chunks/').replaceAll(id, sources),
  }
}

function publishedPage(name: string, text: string, apiHost: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(Buffer.from(withCsp(bufferOf(text).toString(), apiHost)))
  } catch (cause) {
    throw new Error(`${name} cannot be published: ${cause instanceof Error ? cause.message : cause}.`)
  }
}

function unpublished(name: string, text: string): string {
  if (name === SERVICE_WORKER) return withoutManifest(text)
  return name.endsWith('.html') ? withoutCsp(text) : text
}

function fileIn(site: Files, name: string): Uint8Array {
  const bytes = site.get(name)
  if (!bytes) throw changed(name)
  return bytes
}

function changed(name: string): SettingError {
  return new SettingError(`The front end's ${name} is not as the build has made it.`)
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/** One character a byte, so that any file stays as it is. */
function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}

function bufferOf(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bufferOf(text))
}
