import { type HostResponse, refusal, response, responseOf } from './response'
import type { Storage } from './storage'

/** `path` is without origin and base path: '/api/notes'. Names of headers are in lower case. */
export type HostRequest = { method: string; path: string; headers: Record<string, string>; body: string }

/** What a host may do beside the seven calls; by default nothing. */
export type Extras = {
  keys?: boolean
  /** ETags of notes and lists, If-Match and If-None-Match. */
  etags?: boolean
  trashDays?: number
  /** How many earlier texts of a note are kept. */
  versions?: number
  logout?: boolean
}

type Surroundings = Extras & {
  storage: Storage
  now: () => number
  newId: () => string
  hash: (text: string) => Promise<string>
  /** Hash of the user's id and password; by default, `hash`. */
  hashPassword?: (text: string) => Promise<string>
}

type User = { id: string; email: string; userName: string; hash: string; changes: number }
type Text = { title: string; content: string }
type Stored = Text & { version: number; savedAt: number }
type Note = Stored & { _id: string; created: number; deletion?: number; deletedAt?: number }
type Call = { user: User; request: HostRequest; id: string }
type Place = 'note' | 'trash'

const DAY_MS = 86_400_000

/** A host of Notas as a function, which answers one request after the other. */
export function createHost({ storage, now, newId, hash, hashPassword = hash, ...extras }: Surroundings) {
  const { keys = false, etags = false, trashDays = 0, versions = 0, logout = false } = extras
  const features = [keys && 'idempotency-key', etags && 'delete-if-match', versions > 0 && 'versions']
  const names = features.filter(Boolean).join(', ')
  const announced: Record<string, string> = names ? { 'Notas-Features': names } : {}
  const trashHeaders: Record<string, string> = trashDays > 0 ? { 'Notas-Trash': String(trashDays) } : {}
  const calls: Record<string, (call: Call) => Promise<HostResponse>> = {
    'GET notes': list,
    'POST notes': create,
    'GET notes/id': read,
    'PUT notes/id': replace,
    'DELETE notes/id': remove,
    ...(versions > 0 && { 'GET notes/id/versions': listVersions }),
    ...(logout && { 'POST auth/logout': async () => response(204) }),
    ...(trashDays > 0 && { 'GET trash': listTrash, 'DELETE trash': empty }),
    ...(trashDays > 0 && { 'DELETE trash/id': erase, 'POST trash/id/restore': restore }),
  }
  let last: Promise<unknown> = Promise.resolve()

  return function answer(request: HostRequest): Promise<HostResponse> {
    const answered = last.then(() => route(request)).catch(responseOf)
    last = answered.catch(() => {})
    return answered
  }

  async function route(request: HostRequest): Promise<HostResponse> {
    const [, area, name = '', act] =
      /^\/api\/(auth|notes|trash)(?:\/([^/]+))?(?:\/(restore|versions))?$/.exec(request.path) ?? []
    const target = name && (area === 'auth' ? `/${name}` : '/id')
    const call = `${request.method} ${area}${target}${act ? `/${act}` : ''}`
    if (call === 'POST auth/register') return register(fieldsOf(request))
    if (call === 'POST auth/login') return logIn(fieldsOf(request))
    const handle = calls[call]
    if (!handle) throw refusal(404, 'No existe.')
    const token = request.headers.authorization?.replace('Bearer ', '')
    const session = token ? ((await storage.get(`session:${token}`)) as { email: string }) : undefined
    const user = session && ((await storage.get(`user:${session.email}`)) as User)
    if (!user) throw refusal(401, 'La sesión ha terminado.')
    if (call === 'POST auth/logout') await storage.delete(`session:${token}`)
    return handle({ user, request, id: decodeURIComponent(name) })
  }

  async function register({ userName, email, password }: Record<string, unknown>) {
    if (![userName, email, password].every((text) => typeof text === 'string' && text))
      throw refusal(400, 'Todos los campos son obligatorios.')
    const key = `user:${String(email).toLowerCase()}`
    if (await storage.get(key)) throw refusal(409, 'Ya existe una cuenta con ese correo.')
    const id = newId()
    await storage.put(key, { id, email, userName, hash: await hashPassword(`${id} ${password}`), changes: 0 })
    return response(201, {})
  }

  async function logIn({ email, password }: Record<string, unknown>) {
    const user = (await storage.get(`user:${String(email).toLowerCase()}`)) as User | undefined
    if (user?.hash !== (await hashPassword(`${user?.id} ${password}`)))
      throw refusal(401, 'Correo o contraseña incorrectos.')
    const token = newId()
    await storage.put(`session:${token}`, { email: String(email).toLowerCase() })
    return response(200, { token })
  }

  /** Each change of a user has a number: the version of its note, and of the list. */
  async function nextVersion(user: User): Promise<number> {
    await storage.put(`user:${user.email.toLowerCase()}`, { ...user, changes: user.changes + 1 })
    return user.changes + 1
  }

  function etag(version: number): Record<string, string> {
    return etags ? { ETag: `"${version}"`, 'Notas-ETag': `"${version}"` } : {}
  }

  function expectVersion({ headers }: HostRequest, version: number): void {
    const condition = headers['if-match'] ?? '*'
    if (etags && condition !== '*' && condition !== `"${version}"`)
      throw refusal(412, 'Entretanto ha cambiado.')
  }

  async function get(user: User, place: Place, id: string): Promise<Note | undefined> {
    const note = (await storage.get(`${place}:${user.id}:${id}`)) as Note | undefined
    return note && isKept(note) ? note : undefined
  }

  async function find({ user, id }: Call, place: Place = 'note'): Promise<Note> {
    const note = await get(user, place, id)
    if (!note) throw refusal(404, 'La nota no existe.')
    return note
  }

  async function notesIn(place: Place, user: User): Promise<Note[]> {
    const notes = (await storage.list(`${place}:${user.id}:`)) as Note[]
    return newestFirst(notes.filter(isKept))
  }

  function isKept({ deletedAt = Number.POSITIVE_INFINITY }: Note): boolean {
    return deletedAt > now() - trashDays * DAY_MS
  }

  async function versionsOf(user: User, id: string): Promise<Stored[]> {
    return newestFirst((await storage.list(`version:${user.id}:${id}:`)) as Stored[])
  }

  async function store(user: User, { title, content }: Text, _id: string, created?: number): Promise<number> {
    const version = await nextVersion(user)
    const note = { _id, title, content, version, savedAt: now(), created: created ?? version }
    await storage.put(`note:${user.id}:${_id}`, note)
    return version
  }

  async function create({ user, request }: Call): Promise<HostResponse> {
    const text = textIn(request)
    const key = keys ? request.headers['idempotency-key'] : undefined
    const id = key === undefined ? newId() : await hash(`${user.id} ${key}`)
    const trashed = await get(user, 'trash', id)
    const known = trashed ?? (await get(user, 'note', id))
    if (known && known.version === known.created && !isSame(known, text))
      throw refusal(422, 'Esa clave es de otra nota.')
    const version = known?.created ?? (await store(user, text, id))
    return response(201, { _id: id, ...text }, { ...etag(version), ...(trashed && trashHeaders) })
  }

  async function list({ user, request }: Call): Promise<HostResponse> {
    const headers = { ...etag(user.changes), ...announced }
    if (etags && request.headers['if-none-match'] === headers.ETag) return response(304, undefined, headers)
    return response(200, (await notesIn('note', user)).map(shown), headers)
  }

  async function read(call: Call): Promise<HostResponse> {
    const note = await find(call)
    const hasVersions = (await versionsOf(call.user, note._id)).length > 0
    const headers = { ...etag(note.version), ...announced, ...(hasVersions && { 'Notas-Versions': 'yes' }) }
    return response(200, shown(note), headers)
  }

  async function replace(call: Call): Promise<HostResponse> {
    const { user, request, id } = call
    const text = textIn(request)
    const before = await find(call)
    expectVersion(request, before.version)
    if (versions > 0 && !isSame(before, text)) {
      const { title, content, version, savedAt } = before
      const key = `version:${user.id}:${id}:`
      await storage.put(`${key}${version}`, { title, content, version, savedAt })
      for (const old of (await versionsOf(user, id)).slice(versions))
        await storage.delete(`${key}${old.version}`)
    }
    const version = await store(user, text, id, before.created)
    return response(200, { _id: id, ...text }, etag(version))
  }

  async function remove(call: Call): Promise<HostResponse> {
    const { user, request, id } = call
    const note = await find(call)
    expectVersion(request, note.version)
    const deletion = await nextVersion(user)
    await storage.delete(`note:${user.id}:${id}`)
    if (trashDays > 0) await storage.put(`trash:${user.id}:${id}`, { ...note, deletion, deletedAt: now() })
    return response(204, undefined, trashHeaders)
  }

  async function listVersions(call: Call): Promise<HostResponse> {
    const { _id } = await find(call)
    return response(200, await versionsOf(call.user, _id))
  }

  async function listTrash({ user }: Call): Promise<HostResponse> {
    const notes = await notesIn('trash', user)
    const deleted = notes.map((note) => ({ ...shown(note), deletedAt: note.deletedAt }))
    return response(200, deleted, { ...etag(notes[0]?.deletion ?? 0), ...trashHeaders })
  }

  async function restore(call: Call): Promise<HostResponse> {
    const note = await find(call, 'trash')
    await storage.delete(`trash:${call.user.id}:${note._id}`)
    return response(200, shown(note), etag(await store(call.user, note, note._id, note.created)))
  }

  async function erase(call: Call): Promise<HostResponse> {
    const { _id } = await find(call, 'trash')
    await storage.delete(`trash:${call.user.id}:${_id}`)
    return response(204)
  }

  async function empty({ user, request }: Call): Promise<HostResponse> {
    const notes = await notesIn('trash', user)
    expectVersion(request, notes[0]?.deletion ?? 0)
    for (const { _id } of notes) await storage.delete(`trash:${user.id}:${_id}`)
    return response(204)
  }
}

function newestFirst<One extends Stored & { deletion?: number }>(all: One[]): One[] {
  const at = ({ deletion, version }: One) => deletion ?? version
  return all.sort((one, other) => at(other) - at(one))
}

/** @throws SyntaxError, which becomes a 400 */
function fieldsOf({ body }: HostRequest): Record<string, unknown> {
  return JSON.parse(body || '{}') ?? {}
}

function textIn(request: HostRequest): Text {
  const { title, content } = fieldsOf(request)
  if (typeof title === 'string' && typeof content === 'string') return { title, content }
  throw refusal(400, 'Faltan título o contenido.')
}

function isSame(one: Text, other: Text): boolean {
  return one.title === other.title && one.content === other.content
}

function shown({ _id, title, content }: Note) {
  return { _id, title, content }
}
