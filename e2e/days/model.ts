import type { HostRequest, HostResponse } from '@notas/seven-calls'
import type { StoredRecord } from '@/lib/offline/stored-record'
import { marksIn, textOf, type Writer, writerOf } from '../faults/meetings/model'
import type { Browser } from './browser'
import type { FateName, Line } from './line'
import type { ScreenNode } from './screen/nodes'
import type { Tab } from './tab'

export { marksIn, textOf, type Writer, writerOf }

export const PASSWORD = 'una clave larga 1'

export const WRITERS: Writer[] = ['ana', 'bea']

/**
 * 'kept': on the host, or in a browser as what waits or is unsaved. 'deleted': not in the list. 'unsure': an undo or a
 * restore is under way. 'given up': its writer has discarded it, or could not keep it. 'in a file': its import may bring
 * it, and nothing else.
 */
export type Fate = 'kept' | 'deleted' | 'unsure' | 'given up' | 'in a file'

type Text = { title: string; content: string }
type Listed = Map<string, Text>

const BLANK: Text = { title: '', content: '' }

type Moment = { marks: string[]; at: number }
type Press = { at: number; browser: Browser; read: string[] }

export type Fault = { kind: string; text: string }

export type Model = ReturnType<typeof createModel>

/** What has become of each mark, and what the host has, seen after each of its answers. */
export function createModel(
  line: Line,
  now: () => number,
  /** Whether all tabs of a browser can know what was saved in it at a time. */
  knowsItsSaves: (browser: Browser, at: number) => boolean,
) {
  const fates = new Map<string, Fate>()
  const typedAt = new Map<string, number>()
  const told = new Set<string>()
  const mayBeTwice = new Set<string>()
  /** Marks that a form has had, and was saved without. */
  const mayVanish = new Set<string>()
  const forgotten = new Set<string>()
  /** Marks of forms that say that nothing is stored, or had no time to say so. */
  const unstored = new Set<string>()
  const wasDeleted = new Set<string>()
  /** Marks of creations without a key, though the host keeps keys. */
  const keyless = new Set<string>()
  /** Marks of calls that the host has done, and of which a page or an error has told the opposite. */
  const denied = new Set<string>()
  /** Notes as a tab has read them last, by id, and the texts for which Guardar was pressed in it. */
  const reads = new WeakMap<Tab, Map<string, Moment>>()
  const presses = new WeakMap<Tab, Moment[]>()
  /** The browser that was told first that a mark is saved. */
  const savedBy = new Map<string, { browser: Browser; at: number }>()
  const faults: Fault[] = []
  const pressed = {
    /** By id of the note: its marks, and where somebody has said so. */
    deletes: new Map<string, { marks: string[]; browsers: Browser[] }>(),
    /** Ids of notes that were to leave the trash for good. */
    erasures: new Set<string>(),
    restores: new Set<string>(),
    /** Notes of files that were imported, and those of imports that were undone. */
    imports: new Map<string, Text>(),
    importUndos: new Set<string>(),
  }
  const hosts = new Map<Writer, Listed>(WRITERS.map((writer) => [writer, new Map()]))
  const trashes = new Map<Writer, Listed>()
  /** Without a trash a host forgets the key of a note that is deleted. */
  const keepsKeysOfDeleted = line.extras.keys === true && line.extras.trashDays !== undefined
  let last = 0

  function fault(kind: string, text: string): void {
    faults.push({ kind, text })
  }

  function keep(mark: string): void {
    fates.set(mark, 'kept')
    typedAt.set(mark, now())
  }

  function read(area: 'note' | 'trash', writer: Writer): Listed {
    const { id } = (line.memory.all.get(`user:${emailOf(writer)}`) ?? {}) as { id?: string }
    const prefix = `${area}:${id}:`
    const found = [...line.memory.all].filter(([key]) => key.startsWith(prefix))
    return new Map(found.map(([key, note]) => [key.slice(prefix.length), note as Text]))
  }

  function toldPage(tab: Tab, { method, path, body }: HostRequest, response: HostResponse): void {
    const id = /^\/api\/notes\/([^/]+)$/.exec(path)?.[1]
    if (method === 'GET' && id !== undefined && response.status === 200) {
      const ofTab = reads.get(tab) ?? new Map<string, Moment>()
      reads.set(tab, ofTab.set(id, { marks: marksIn(response.body), at: now() }))
    }
    const isSave = /^(POST|PUT) \/api\/notes/.test(`${method} ${path}`) && response.status < 300
    for (const mark of isSave ? marksIn(body) : [])
      if (!savedBy.has(mark)) savedBy.set(mark, { browser: tab.browser, at: now() })
  }

  function seen(
    tab: Tab | undefined,
    request: HostRequest,
    { status }: HostResponse,
    fate: FateName | undefined,
  ): void {
    const { method, path } = request
    if (fate?.endsWith('though done')) for (const mark of marksIn(request.body)) denied.add(mark)
    if (method === 'GET' || status >= 300 || path.startsWith('/api/auth')) return
    const id = /^\/api\/(?:notes|trash)\/([^/]+)/.exec(path)?.[1]
    const isOfNote = method === 'DELETE' && path.startsWith('/api/notes/')
    if (isOfNote && id !== undefined && !pressed.deletes.has(id) && !isOfImport(id))
      fault('deleted unasked', `${method} ${path}`)
    if (tab && line.extras.keys) watchKeyless(request, id, fate)
    watchTrash(request)
    if (path.endsWith('/restore') && id !== undefined && !pressed.restores.has(id))
      fault('restored unasked', `${method} ${path}`)
    for (const writer of WRITERS) {
      const before = marksOf(hosts.get(writer) ?? new Map())
      const notes = read('note', writer)
      const after = marksOf(notes)
      hosts.set(writer, notes)
      for (const mark of after) if (!before.has(mark)) appeared(mark, writer, `${method} ${path}`)
      for (const mark of before)
        if (!after.has(mark)) disappeared(mark, request, tab && pressOf(tab, id, marksIn(request.body)))
    }
  }

  /** A note that was created without a key is found by its text alone, until somebody changes or deletes it. */
  function watchKeyless(request: HostRequest, id: string | undefined, fate: FateName | undefined): void {
    const { method, path, headers, body } = request
    if (method === 'POST' && path === '/api/notes' && !headers['idempotency-key'])
      for (const mark of marksIn(body)) (fate?.startsWith('doubled') ? mayBeTwice : keyless).add(mark)
    for (const notes of hosts.values())
      for (const mark of marksIn(textOf(notes.get(id ?? '') ?? BLANK)))
        if (keyless.has(mark)) mayBeTwice.add(mark)
  }

  /** Nothing leaves the trash for good unless it was there when somebody said so. Without versions the host can't tell. */
  function watchTrash({ method, path }: HostRequest): void {
    const isErasure = method === 'DELETE' && path.startsWith('/api/trash')
    const isAnyVersion = path === '/api/trash' && !line.extras.etags
    for (const writer of WRITERS) {
      const trash = read('trash', writer)
      for (const id of trashes.get(writer)?.keys() ?? [])
        if (isErasure && !isAnyVersion && !trash.has(id) && !pressed.erasures.has(id))
          fault('erased unasked', `${id}: ${method} ${path}`)
      trashes.set(writer, trash)
    }
  }

  /** Whether a note is as an import has made it: one that is undone, or one of which there are two. */
  function isOfImport(id: string): boolean {
    for (const notes of hosts.values()) {
      const note = notes.get(id)
      const [mark = ''] = marksIn(note?.title ?? '')
      const source = pressed.imports.get(mark)
      if (!note || !source || !isSame(note, source)) continue
      return (
        pressed.importUndos.has(mark) || [...notes.values()].filter((one) => isSame(one, note)).length > 1
      )
    }
    return false
  }

  /** The press whose text a call of a tab has, and the marks of the note that the browser knew of by then. */
  function pressOf(tab: Tab, id: string | undefined, sent: string[]): Press | undefined {
    const press = presses.get(tab)?.findLast(({ marks }) => marks.every((mark) => sent.includes(mark)))
    const read = id === undefined ? undefined : reads.get(tab)?.get(id)
    return press && { at: press.at, browser: tab.browser, read: read && read.at < press.at ? read.marks : [] }
  }

  function appeared(mark: string, writer: Writer, call: string): void {
    if (writerOf(mark) !== writer) fault('in another account', `${mark}: ${call}`)
    const fate = fates.get(mark)
    if (fate === 'deleted' && keepsKeysOfDeleted && !mayBeTwice.has(mark))
      fault('came back', `${mark}: ${call}`)
    if (fate === 'unsure' || fate === 'deleted' || fate === 'in a file') fates.set(mark, 'kept')
    wasDeleted.delete(mark)
  }

  function disappeared(mark: string, { method, headers }: HostRequest, press: Press | undefined): void {
    const isDeletion = method === 'DELETE'
    const hasCondition = headers['if-match'] !== undefined
    if (fates.get(mark) === 'given up' || forgotten.has(mark)) return
    if (isDeletion) wasDeleted.add(mark)
    if (isDeletion) fates.set(mark, 'deleted')
    else if (mayVanish.has(mark)) fates.set(mark, 'given up')
    // Without a version to name, another device's text is overwritten unseen.
    else if (line.extras.etags && !hasCondition) fault('overwritten without a version', mark)
    else if (line.extras.etags) fault('overwritten unseen', mark)
    else if (press?.read.includes(mark)) fault('overwritten though read', mark)
    else if (press && isSavedBefore(mark, press)) fault('overwritten by its own browser', mark)
    else fates.set(mark, 'given up')
  }

  /** Five seconds before a press, other tabs have been told of a save. */
  function isSavedBefore(mark: string, { browser, at }: Press): boolean {
    const saved = savedBy.get(mark)
    return saved?.browser === browser && saved.at + 5_000 < at && knowsItsSaves(browser, saved.at)
  }

  return {
    faults,
    fault,
    seen,
    toldPage,
    pressedIn(tab: Tab, marks: string[]): void {
      presses.set(tab, [...(presses.get(tab) ?? []), { marks, at: now() }])
    },
    pressed,
    fates,
    told,
    hosts,
    mayVanish,
    forgotten,
    unstored,
    wasDeleted,
    denied,
    read,
    /** The host has an earlier state: what it lacks now may be anywhere. */
    forget(): void {
      for (const mark of fates.keys()) {
        forgotten.add(mark)
        fates.set(mark, 'given up')
        mayBeTwice.add(mark)
      }
      for (const writer of WRITERS) hosts.set(writer, read('note', writer))
    },
    mayBeTwice: (marks: Iterable<string>) => {
      for (const mark of marks) mayBeTwice.add(mark)
    },
    newMark(writer: Writer): string {
      last += 1
      const mark = `${writer}-${last}`
      keep(mark)
      return mark
    },
    keep,
    /** An undo or a restore is asked for. */
    mayReturn(marks: Iterable<string>): void {
      for (const mark of marks) {
        if (fates.get(mark) === 'deleted') fates.set(mark, 'unsure')
        mayBeTwice.add(mark)
      }
    },
    ageOf: (mark: string) => now() - (typedAt.get(mark) ?? 0),
    decide(marks: Iterable<string>, fate: Fate): void {
      for (const mark of marks) fates.set(mark, fate)
    },

    /** Compares the host and the browsers with what was decided. */
    check(browsers: Browser[], tabs: Tab[]): void {
      const inBrowsers = new Set([
        ...browsers
          .flatMap((browser) => recordsOf(browser).filter(isText))
          .flatMap(({ text }) => marksIn(textOf(text))),
        ...tabs.flatMap(({ root }) => fieldMarks(root)),
      ])
      for (const writer of WRITERS) {
        const notes = read('note', writer)
        const listed = marksOf(notes)
        const trashed = marksOf(read('trash', writer))
        for (const [mark, fate] of fates) {
          if (writerOf(mark) !== writer) continue
          const where = trashed.has(mark) ? `${mark}, which is in the trash` : mark
          if (fate === 'kept' && !listed.has(mark)) {
            if (!inBrowsers.has(mark) && !unstored.has(mark)) fault('lost', where)
            else if (told.has(mark)) fault('told as saved', where)
          }
          if (fate === 'deleted' && listed.has(mark) && keepsKeysOfDeleted && !mayBeTwice.has(mark))
            fault('came back', mark)
          if (
            fate === 'unsure' &&
            line.extras.trashDays &&
            ![listed, trashed, inBrowsers].some((all) => all.has(mark))
          )
            fault('lost', `${mark}, whose undo had no answer`)
          const source = pressed.imports.get(mark)
          const isMarked = (note: Text) => marksIn(textOf(note)).includes(mark)
          // A note that was changed since is not the one in the file.
          const times = [...notes.values()].filter((note) =>
            source ? isSame(note, source) : isMarked(note),
          ).length
          if (times > 1 && line.extras.keys && !mayBeTwice.has(mark))
            fault('twice', `${mark}: ${times} notes`)
        }
      }
    },
  }
}

export function emailOf(writer: Writer): string {
  return `${writer}@notas.example`
}

function isSame(one: Text, other: Text): boolean {
  return one.title === other.title && one.content === other.content
}

export function marksOf(notes: Listed): Set<string> {
  return new Set([...notes.values()].flatMap((note) => marksIn(textOf(note))))
}

export function fieldMarks(root: ScreenNode): string[] {
  const fields = root.all().filter(({ type }) => type === 'input' || type === 'textarea')
  return fields.flatMap(({ value }) => marksIn(value))
}

/** Latest records of drafts and writes in a browser: those of the database, and what is in localStorage instead. */
export function recordsOf({ databases, stored }: Browser): StoredRecord[] {
  type Raw = Map<
    string,
    { rawObjectStores: Map<string, { records: { values: () => Iterable<{ value: StoredRecord }> } }> }
  >
  const raw = (databases as unknown as { _databases: Raw })._databases.get('notas')
  const found = [...(raw?.rawObjectStores.get('drafts')?.records.values() ?? [])].map(({ value }) => value)
  const backups = [...stored].filter(([key]) => key.startsWith('notas-draft-'))
  const all = [...found, ...backups.map(([, json]) => JSON.parse(json) as StoredRecord)]
  return all.filter(
    ({ user, id, writtenAt }) =>
      user !== '' && !all.some((other) => other.id === id && other.writtenAt > writtenAt),
  )
}

/** Whether a record has a text that may still be saved or recovered. */
export function isText({ write, deleted }: StoredRecord): boolean {
  return !deleted && write?.doneAt === undefined
}

/** Email of who is signed in, in lower case. */
export function userOf({ stored }: Browser): string | undefined {
  const [token, email] = JSON.parse(stored.get('user') ?? '[]') as [string?, string?]
  return token !== undefined && stored.get('token') === token ? email : undefined
}
