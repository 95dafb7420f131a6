import { z } from 'zod'
import { reasonOf, SettingError } from '@/lib/domain/deployment.mjs'
import { withCsp, withoutCsp } from './csp'
import { type DemoCode, hashOfDemo, withDemo } from './demo'
import type { Files } from './folder'
import { type SiteSettings, withPlaceholders, withSettings } from './placeholders'
import { BUILD, type Release, releaseSchema } from './release'
import { hash, SERVICE_WORKER, withManifest, withoutManifest } from './service-worker'

type Template = Release & { files: Files; precached: string[]; demo?: string }

/** One character a byte, so that any file stays as it is. */
const BYTES = 'latin1'

/** Positions of the settings in a file before it gets its Content-Security-Policy, and the hash of that file. */
const fileSchema = z.object({ basePath: z.array(z.number()), apiHost: z.array(z.number()), hash: z.string() })

/** Content of build.json, from which a site can be moved. Names are those of the template. */
const buildSchema = releaseSchema.extend({
  basePath: z.string(),
  apiHost: z.string(),
  precached: z.array(z.string()),
  files: z.record(z.string(), fileSchema),
  demo: z.string().optional(),
})

type Build = z.output<typeof buildSchema>

export function finishSite(template: Template, settings: SiteSettings): Files {
  const { id, finished } = namesOf(template, settings)
  const site: Files = new Map()
  const files: Build['files'] = {}
  for (const [name, bytes] of template.files) {
    const { text, positions } = withSettings(finished(bytes.toString(BYTES)), settings)
    files[name] = { ...positions, hash: hash(text) }
    const isPage = name.endsWith('.html')
    site.set(finished(name), isPage ? publishedPage(name, text, settings.apiHost) : Buffer.from(text, BYTES))
  }
  const code = fileIn(site, SERVICE_WORKER).toString(BYTES)
  const precached = template.precached.map(finished)
  const worker = withManifest(code, site, { id, basePath: settings.basePath, precached })
  site.set(SERVICE_WORKER, Buffer.from(worker, BYTES))
  const build = buildSchema.parse({ ...template, ...settings, files })
  return site.set(BUILD, Buffer.from(JSON.stringify(build), BYTES))
}

/** Moves a finished site, and makes it a demo if it gets the code. Files that the build did not make stay as they are. */
export function moveSite(site: Files, settings: SiteSettings, demo?: DemoCode): Files {
  const build = buildOf(site)
  if (!build) throw new SettingError(`There is no ${BUILD}.`)
  const { finished, original } = namesOf(build, build)
  const files: Files = new Map()
  const others = new Map(site)
  others.delete(BUILD)
  for (const [name, file] of Object.entries(build.files)) {
    const text = unpublished(name, fileIn(site, finished(name)).toString(BYTES))
    const mayDiffer = file.basePath.length + file.apiHost.length === 0 && name !== SERVICE_WORKER
    if (!mayDiffer && hash(text) !== file.hash) throw changed(finished(name))
    files.set(name, Buffer.from(original(withPlaceholders(text, file, build)), BYTES))
    others.delete(finished(name))
  }
  const template = demo
    ? { ...build, files: withDemo(files, demo), demo: hashOfDemo(demo) }
    : { ...build, files }
  return new Map([...others, ...finishSite(template, settings)])
}

export function buildOf(site: Files): Build | undefined {
  try {
    return buildSchema.parse(JSON.parse(fileIn(site, BUILD).toString(BYTES)))
  } catch {
    return undefined
  }
}

/** Build id and folder of the scripts depend on the settings: browsers reload pages by the first, and keep scripts for ever. */
function namesOf({ sources, demo }: Pick<Template, 'sources' | 'demo'>, { basePath, apiHost }: SiteSettings) {
  const id = hash(JSON.stringify([sources, basePath, apiHost, ...(demo ? [demo] : [])]))
  const chunks = apiHost ? `static/chunks-${hash(apiHost)}/` : 'static/chunks/'
  return {
    id,
    finished: (text: string) => text.replaceAll(sources, id).replaceAll('static/chunks/', chunks),
    original: (text: string) => text.replaceAll(chunks, 'static/chunks/').replaceAll(id, sources),
  }
}

function publishedPage(name: string, text: string, apiHost: string): Buffer<ArrayBuffer> {
  try {
    return Buffer.from(withCsp(Buffer.from(text, BYTES).toString(), apiHost))
  } catch (cause) {
    throw new Error(`${name} cannot be published: ${reasonOf(cause)}.`)
  }
}

function unpublished(name: string, text: string): string {
  if (name === SERVICE_WORKER) return withoutManifest(text)
  return name.endsWith('.html') ? withoutCsp(text) : text
}

function fileIn(site: Files, name: string): Buffer {
  const bytes = site.get(name)
  if (!bytes) throw changed(name)
  return bytes
}

function changed(name: string): SettingError {
  return new SettingError(`The front end's ${name} is not as the build has made it.`)
}
