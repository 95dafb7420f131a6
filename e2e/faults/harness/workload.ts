import type { Agent } from 'node:http'
import { isSameText, type Note, type NoteText } from '@/lib/domain/note'
import type { Random } from '../../support/random'
import type { Person, Trial } from './scenario'
import { ask, type Reply } from './send'
import { isWhole, textOf } from './texts'

/** A write that was not answered. Without an id it creates, without a text it deletes. */
type Attempt = { id?: string; text?: NoteText }

/** What an answer said is stored. `turn` orders the answers; nobody knows it of a write that was not answered. */
type Known = { text: NoteText; turn?: number }

export type Writer = {
  person: Person
  /** In the title of each of its notes. */
  name: string
  /** Creates, edits and deletes one after the other, until there is no good answer; returns what there was. */
  write: (host: { origin: string }) => Promise<Reply>
  /**
   * Compares what is stored with what was answered, and goes on from what is there. True where the last write
   * was done although nobody was told.
   */
  check: (stored: Note[]) => boolean
}

type Options = {
  trial: Trial
  person: Person
  name: string
  random: Random
  /** How it asks. */
  manner?: { agent?: Agent; continues?: boolean }
}

/** Counts 'lost', 'back', 'torn', 'order' and 'wrong', and what was 'acknowledged'. */
export function createWriter({ trial, person, name, random, manner }: Options): Writer {
  const { token } = person
  const known = new Map<string, Known>()
  const deleted = new Set<string>()
  let attempt: Attempt | undefined
  let turns = 0
  let isStopped = false

  async function step(host: { origin: string }): Promise<Reply> {
    const text = textOf(`${name} ${turns} ${trial.secret}`, lengthOf(random))
    const id = known.size > 0 && random.chance(0.6) ? random.pick([...known.keys()]) : undefined
    turns += 1

    if (id !== undefined && random.chance(0.3)) {
      attempt = { id }
      const reply = await ask(host, 'DELETE', `/api/notes/${id}`, { token, ...manner })
      if (isGood(reply, 204)) {
        known.delete(id)
        deleted.add(id)
      }
      return reply
    }

    attempt = { id, text }
    const reply = id
      ? await ask(host, 'PUT', `/api/notes/${id}`, { token, json: text, ...manner })
      : await ask(host, 'POST', '/api/notes', { token, json: text, ...manner })
    if (!isGood(reply, id ? 200 : 201)) return reply
    const note = JSON.parse(reply.body) as Note
    if (!isSameText(note, text)) trial.fault('torn', `the answer to ${text.title} says ${note.title}`)
    known.set(note._id, { text, turn: turns })
    return reply
  }

  function isGood({ status, body }: Reply, expected: number): boolean {
    if (status !== expected) {
      isStopped = true
      if (status !== 0 && status !== 503) trial.fault('wrong', `${status} instead of ${expected}: ${body}`)
      return false
    }
    attempt = undefined
    trial.count('acknowledged')
    return true
  }

  /** What is stored of a note that was answered, or may have been deleted unanswered. */
  function checkKnown(id: string, { text }: Known, note: Note | undefined): boolean {
    const isTried = attempt?.id === id
    if (note && isSameText(note, text)) return false
    if (isTried && note && attempt?.text && isSameText(note, attempt.text)) {
      known.set(id, { text: attempt.text })
      return true
    }
    if (note) known.set(id, { text: note })
    else known.delete(id)
    if (isTried && !note && !attempt?.text) return true
    trial.fault('lost', `${text.title}, of which is there: ${note?.title ?? 'nothing'}`)
    return false
  }

  function checkUnknown(note: Note): boolean {
    known.set(note._id, { text: note })
    if (!attempt?.id && attempt?.text && isSameText(note, attempt.text)) return true
    trial.fault('back', `${note.title}${deleted.has(note._id) ? ', which was deleted' : ', never answered'}`)
    return false
  }

  function checkOrder(stored: Note[]): void {
    const newestFirst = stored.flatMap(({ _id }) => known.get(_id)?.turn ?? [])
    const isOrdered = newestFirst.every((turn, index) => index === 0 || turn < Number(newestFirst[index - 1]))
    if (!isOrdered) trial.fault('order', `${name}: ${newestFirst.join(' ')}`)
  }

  return {
    person,
    name,
    async write(host) {
      isStopped = false
      for (;;) {
        const reply = await step(host)
        if (isStopped) return reply
      }
    },
    check(stored) {
      const byId = new Map(stored.map((note) => [note._id, note]))
      for (const note of stored) if (!isWhole(note)) trial.fault('torn', note.title)
      const strangers = stored.filter(({ _id }) => !known.has(_id))
      const isDone = [...known].map(([id, one]) => checkKnown(id, one, byId.get(id))).includes(true)
      const isMade = strangers.map(checkUnknown).includes(true)
      checkOrder(stored)
      attempt = undefined
      return isDone || isMade
    },
  }
}

/** Mostly some words, now and then several kB. */
function lengthOf(random: Random): number {
  return random.chance(0.1) ? random.between(5_000, 40_000) : random.below(500)
}
