import { isSameText, type Note, type NoteText } from '@/lib/domain/note'
import type { Origin } from '../../support/api-client'
import type { Scenario, User } from './scenario'
import { type SendResult, send } from './send'
import { textOf } from './texts'

type Place = 'list' | 'trash' | 'nowhere'

type Known = { text: NoteText; place: Place; isExpired?: boolean }

/** A change without a response: all these notes may be in that place now, or the note may have been created. */
type Unconfirmed = { ids: string[]; to: Place; created?: NoteText }

export type TrashClient = ReturnType<typeof createTrashClient>

export function createTrashClient(scenario: Scenario, user: User, name: string) {
  const random = scenario.random.fork()
  const known = new Map<string, Known>()
  let unconfirmed: Unconfirmed | undefined
  let turns = 0

  const idsIn = (place: Place) =>
    [...known].flatMap(([id, note]) => (note.place === place && !note.isExpired ? [id] : []))

  async function call(host: Origin, method: string, path: string, change: Unconfirmed, success: number) {
    unconfirmed = change
    const result = await send(host, method, path, { token: user.token, json: change.created })
    if (result.status !== success) {
      if (result.status !== 0 && result.status !== 503)
        scenario.fault('wrong response', `${result.status} to ${method} ${path.slice(0, 11)}: ${result.body}`)
      return { result, isDone: false }
    }
    unconfirmed = undefined
    scenario.count('acknowledged')
    for (const id of change.ids) move(id, change.to)
    return { result, isDone: true }
  }

  async function step(host: Origin) {
    const [listed, trashed] = [idsIn('list'), idsIn('trash')]
    turns += 1
    if (trashed.length > 0 && random.chance(0.02))
      return call(host, 'DELETE', '/api/trash', { ids: trashed, to: 'nowhere' }, 204)
    if (trashed.length > 0 && random.chance(0.5)) {
      const id = random.pick(trashed)
      return random.chance(0.6)
        ? call(host, 'POST', `/api/trash/${id}/restore`, { ids: [id], to: 'list' }, 200)
        : call(host, 'DELETE', `/api/trash/${id}`, { ids: [id], to: 'nowhere' }, 204)
    }
    if (listed.length > 5 || (listed.length > 0 && random.chance(0.5))) {
      const id = random.pick(listed)
      return call(host, 'DELETE', `/api/notes/${id}`, { ids: [id], to: 'trash' }, 204)
    }
    const text = textOf(`${name} ${turns} ${scenario.secret}`, random.below(2000))
    const creation = await call(host, 'POST', '/api/notes', { ids: [], to: 'list', created: text }, 201)
    if (creation.isDone) known.set((JSON.parse(creation.result.body) as Note)._id, { text, place: 'list' })
    return creation
  }

  function move(id: string, place: Place): void {
    const note = known.get(id)
    if (note) known.set(id, { ...note, place })
  }

  async function notesAt(host: Origin, path: string): Promise<Map<string, Note>> {
    const { status, body } = await send(host, 'GET', path, { token: user.token })
    if (status !== 200) throw new Error(`${status} to GET ${path}: ${body}`)
    const notes = JSON.parse(body) as Note[]
    if (new Set(notes.map(({ _id }) => _id)).size < notes.length) scenario.fault('twice', `in ${path}`)
    return new Map(notes.map((note) => [note._id, note]))
  }

  function checkKnown(id: string, { text, place, isExpired }: Known, found: Place, note?: Note): void {
    const expected = isExpired && place === 'trash' ? 'nowhere' : place
    const isPossible = found === expected || (unconfirmed?.ids.includes(id) && found === unconfirmed.to)
    if (!isPossible)
      scenario.fault(expected === 'nowhere' ? 'back' : 'lost', `${text.title}: ${found}, not ${expected}`)
    if (note && !isSameText(note, text)) scenario.fault('torn', `${text.title}: ${note.title}`)
    if (!isExpired) move(id, found)
  }

  return {
    user,
    /** Acts until a request fails. */
    async run(host: Origin): Promise<SendResult> {
      for (;;) {
        const { result, isDone } = await step(host)
        if (!isDone) return result
      }
    },

    async check(host: Origin): Promise<void> {
      const list = await notesAt(host, '/api/notes')
      const trash = await notesAt(host, '/api/trash')
      for (const [id, note] of list) {
        if (trash.has(id)) scenario.fault('twice', `${note.title} is in the list and in the trash`)
        if (known.has(id)) continue
        const isCreated = unconfirmed?.created && isSameText(note, unconfirmed.created)
        if (!isCreated) scenario.fault('back', `${note.title} was never acknowledged`)
        known.set(id, { text: note, place: 'list' })
      }
      for (const [id, one] of known) {
        const found = list.has(id) ? 'list' : trash.has(id) ? 'trash' : 'nowhere'
        checkKnown(id, one, found, list.get(id) ?? trash.get(id))
      }
      unconfirmed = undefined
    },

    /** Chooses some of the notes in the trash, which from now on are past their days. */
    expire(): string[] {
      const ids = idsIn('trash').filter(() => random.chance(0.5))
      for (const id of ids) known.set(id, { ...(known.get(id) as Known), isExpired: true })
      scenario.count('expired', ids.length)
      return ids
    },
  }
}
