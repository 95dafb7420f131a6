import { isSameText, type Note, type NoteText } from '@/lib/domain/note'
import type { Origin } from '../../support/api-client'
import type { Random } from '../../support/random'
import type { Scenario } from './scenario'
import { type SendResult, send, type Transport } from './send'
import { isWhole, textOf } from './texts'

type Place = 'list' | 'trash' | 'nowhere'
type State = { text: NoteText; place: Place }

/**
 * Possible states of a note: the last confirmed one, then those of changes without a response. `turn` orders the
 * responses; it is undefined if the last change had none.
 */
type Known = { states: State[]; turn?: number; etag?: string }

/** `isDone` is false if the response does not say what was done. */
type Answer = SendResult & { isDone: boolean }

type Options = Transport & {
  /** Whether no other client has its account, so that it may empty the trash. */
  isAlone: boolean
  /** Whether an unexpected response is no fault; by default a 503, and none at all. */
  isAcceptable?: (result: SendResult, method: string) => boolean
}

export type Client = ReturnType<typeof createClient>

const MAX_NOTES = 50

/**
 * Creates, edits, reads, deletes, restores and erases notes of a user, one request at a time, and tracks what each of
 * them may be. The titles begin with `name`.
 */
export function createClient(
  { secret, count, fault, ...scenario }: Pick<Scenario, 'random' | 'secret' | 'count' | 'fault'>,
  user: { token: string },
  name: string,
  { isAlone, isAcceptable = ({ status }) => status === 0 || status === 503, ...transport }: Options,
) {
  const random = scenario.random.fork()
  const notes = new Map<string, Known>()
  let maybeCreated: NoteText[] = []
  let turns = 0

  const idsWith = (isWanted: (states: State[]) => boolean) =>
    [...notes].flatMap(([id, { states }]) => (isWanted(states) ? [id] : []))
  const isIn = (place: Place) => (state: State) => state.place === place

  async function ask(
    host: Origin,
    method: string,
    path: string,
    expected: number[],
    options: { json?: NoteText; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const result = await send(host, method, path, { token: user.token, ...transport, ...options })
    const isDone = expected.includes(result.status)
    if (!isDone && !isAcceptable(result, method))
      fault(
        'wrong response',
        `${result.status || result.code} to ${method} ${path}: ${result.body.slice(0, 200)}`,
      )
    return { ...result, isDone }
  }

  function acknowledge(note: Known, states: State[], { status, body, headers }: Answer): void {
    count('acknowledged')
    Object.assign(note, { states, turn: states.length === 1 ? turns : undefined, etag: headers.etag })
    if (status === 204) return
    const shown = JSON.parse(body) as Note
    if (!states.some(({ text }) => isSameText(text, shown)))
      fault('torn', `the response to ${states[0]?.text.title} has ${shown.title}`)
  }

  /** Forgets states before the one that is shown, since no later response may show them. False if there is none. */
  function narrow(note: Known, isShown: (state: State) => boolean): boolean {
    const index = note.states.findIndex(isShown)
    if (index > 0) note.turn = undefined
    if (index >= 0) note.states = note.states.slice(index)
    return index >= 0
  }

  async function create(host: Origin): Promise<Answer> {
    const text = textOf(`${name} ${turns} ${secret}`, lengthOf(random))
    const answer = await ask(host, 'POST', '/api/notes', [201], { json: text })
    if (answer.isDone) {
      const note: Known = { states: [] }
      notes.set((JSON.parse(answer.body) as Note)._id, note)
      acknowledge(note, [{ text, place: 'list' }], answer)
    } else maybeCreated.push(text)
    return answer
  }

  /** Sends a change of notes that may be in one place, which one without a response may have made. */
  async function change(
    host: Origin,
    ids: string[],
    call: string,
    { from, to, ...options }: { from: Place; to: Place; json?: NoteText; headers?: Record<string, string> },
  ): Promise<Answer> {
    const [method = '', path = ''] = call.split(' ')
    const known = ids.map((id) => notes.get(id) as Known)
    const isCertain = known.every(({ states }) => states.length === 1)
    const success = method === 'DELETE' ? 204 : 200
    const answer = await ask(host, method, path, isCertain ? [success] : [success, 404], options)
    for (const note of known) {
      const changed = note.states
        .filter(isIn(from))
        .map(({ text }) => ({ text: options.json ?? text, place: to }))
      // The trash is emptied whether the note is there or not.
      const others = ids.length > 1 ? note.states.filter(({ place }) => place !== from) : []
      note.etag = undefined
      if (!answer.isDone) note.states = unique([...note.states, ...changed])
      else if (answer.status !== 404) acknowledge(note, unique([...others, ...changed]), answer)
      else if (!narrow(note, ({ place }) => place !== from)) fault('lost', `404 to ${call}`)
    }
    return answer
  }

  function edit(host: Origin, id: string): Promise<Answer> {
    const json = textOf(`${name} ${turns} ${secret}`, lengthOf(random))
    const etag = random.chance(0.5) ? notes.get(id)?.etag : undefined
    const headers: Record<string, string> = etag === undefined ? {} : { 'If-Match': etag }
    return change(host, [id], `PUT /api/notes/${id}`, { from: 'list', to: 'list', json, headers })
  }

  function changeTrash(host: Origin, ids: string[]): Promise<Answer> {
    if (isAlone && ids.length > 1 && random.chance(0.05))
      return change(host, ids, 'DELETE /api/trash', { from: 'trash', to: 'nowhere' })
    const id = random.pick(ids)
    return random.chance(0.6)
      ? change(host, [id], `POST /api/trash/${id}/restore`, { from: 'trash', to: 'list' })
      : change(host, [id], `DELETE /api/trash/${id}`, { from: 'trash', to: 'nowhere' })
  }

  async function read(host: Origin, id: string): Promise<Answer> {
    const answer = await ask(host, 'GET', `/api/notes/${id}`, [200, 404])
    if (!answer.isDone) return answer
    const note = notes.get(id) as Known
    const shown = answer.status === 200 ? (JSON.parse(answer.body) as Note) : undefined
    if (shown && !isWhole(shown)) fault('torn', shown.title)
    const isShown = ({ place, text }: State) =>
      shown ? place === 'list' && isSameText(text, shown) : place !== 'list'
    if (!narrow(note, isShown)) fault('lost', `${told(note)}; GET shows ${shown?.title ?? 'nothing'}`)
    else if (note.states.length === 1) note.etag = answer.headers.etag
    return answer
  }

  async function list(host: Origin): Promise<Answer> {
    const answer = await ask(host, 'GET', '/api/notes', [200])
    if (answer.isDone) compare(JSON.parse(answer.body) as Note[])
    return answer
  }

  /** Compares the list and, if given, the trash with what may be there. True if a change without a response was made. */
  function compare(list: Note[], trash?: Note[]): boolean {
    const [listed, trashed = []] = [list, trash].map((all) =>
      all?.filter(({ title }) => title.startsWith(`${name} `)),
    ) as [Note[], Note[] | undefined]
    const stored = [...listed, ...trashed]
    let isMade = false
    for (const [at, note] of stored.entries()) {
      if (!isWhole(note)) fault('torn', note.title)
      const first = stored.findIndex(({ _id, title }) => _id === note._id || title === note.title)
      if (first < at) fault('twice', note.title)
      if (notes.has(note._id)) continue
      const created = maybeCreated.findIndex((text) => isSameText(text, note))
      if (created < 0) fault('back', `${note.title}, which was never acknowledged`)
      else maybeCreated.splice(created, 1)
      isMade ||= created >= 0
      notes.set(note._id, { states: [{ text: note, place: at < listed.length ? 'list' : 'trash' }] })
    }
    for (const [id, note] of notes) {
      const at = stored.findIndex(({ _id }) => _id === id)
      const shown = stored[at]
      const place = at < 0 ? 'nowhere' : at < listed.length ? 'list' : 'trash'
      const isThere = (state: State) =>
        place === 'list' || trash ? isIn(place)(state) : state.place !== 'list'
      const { length } = note.states
      if (!narrow(note, (state) => isThere(state) && (!shown || isSameText(state.text, shown)))) {
        const kind = place === 'nowhere' || note.states.some(isIn('list')) ? 'lost' : 'back'
        fault(kind, `${told(note)}; found: ${place} ${shown?.title ?? ''}`)
        notes.set(id, { states: [{ text: shown ?? (note.states[0] as State).text, place }] })
      } else isMade ||= note.states.length < length
    }
    const newestFirst = listed.flatMap(({ _id }) => notes.get(_id)?.turn ?? [])
    if (String(newestFirst) !== String(newestFirst.toSorted((one, other) => other - one)))
      fault('wrong order', `${name}: ${newestFirst.join(' ')}`)
    return isMade
  }

  function step(host: Origin): Promise<Answer> {
    turns += 1
    const uncertain = idsWith((states) => states.length > 1 && states.some(isIn('list')))
    if (uncertain.length > 0 && random.chance(0.5)) return read(host, random.pick(uncertain))
    const trashed = idsWith((states) => states.some(isIn('trash')))
    if (trashed.length > 0 && random.chance(0.15)) return changeTrash(host, trashed)
    const listed = idsWith((states) => states.some(isIn('list')))
    if (listed.length === 0 || (listed.length < MAX_NOTES && random.chance(0.3))) return create(host)
    const id = random.pick(listed)
    if (random.chance(0.5))
      return random.chance(0.7)
        ? edit(host, id)
        : change(host, [id], `DELETE /api/notes/${id}`, { from: 'list', to: 'trash' })
    return random.chance(0.8) ? read(host, id) : list(host)
  }

  return {
    user,
    name,
    step,
    /** Acts until a request fails or all is over. Resolves to the last response. */
    async run(host: Origin, isOver = () => false): Promise<SendResult> {
      for (;;) {
        const answer = await step(host)
        if (!answer.isDone || isOver()) return answer
      }
    },
    compare,
    /** Expects from now on what was compared last: no change without a response is under way any more. */
    settle(): void {
      maybeCreated = []
      for (const note of notes.values()) note.states = note.states.slice(0, 1)
    },
    /** Chooses some of the notes in the trash, which the next start of a host purges. */
    expire(): string[] {
      const ids = idsWith((states) => states.every(isIn('trash'))).filter(() => random.chance(0.5))
      for (const id of ids) {
        const { states } = notes.get(id) as Known
        notes.set(id, { states: states.map((state) => ({ ...state, place: 'nowhere' })) })
      }
      count('expired', ids.length)
      return ids
    },
  }
}

function unique(states: State[]): State[] {
  return [...new Map(states.map((state) => [`${state.place} ${state.text.title}`, state])).values()]
}

function told({ states }: Known): string {
  return states.map(({ text, place }) => `${text.title} in the ${place}`).join(' or ')
}

function lengthOf(random: Random): number {
  return random.chance(0.1) ? random.between(5_000, 40_000) : random.below(500)
}
