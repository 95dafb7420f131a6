import { setTimeout } from 'node:timers/promises'
import type { Note, NoteText } from '@/lib/domain/note'
import { createUser, type Origin } from '../../support/api-client'
import type { Random } from '../../support/random'
import { waitFor } from '../../support/wait-for'
import { hasMessage } from '../harness/check-response'
import { type SendResult, send } from '../harness/send'
import { isWhole, textOf } from '../harness/texts'
import { createModel } from './model'

const MAX_NOTES = 20

/** Longest time without a response, in milliseconds. */
const TIMEOUT = 15_000

export type Judge = {
  acknowledged: () => void
  fault: (kind: 'lost' | 'twice' | 'wrong answer', example: string) => void
}

export type Client = {
  /** Sends requests, one each `interval` milliseconds, until `isOver`. */
  run: (interval: number, isOver: () => boolean) => Promise<void>
  check: () => Promise<void>
}

export async function createClient(
  host: Origin,
  name: string,
  random: Random,
  judge: Judge,
): Promise<Client> {
  const { token } = await createUser(host)
  const model = createModel()
  const etags = new Map<string, string>()
  let turns = 0

  const request = (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
    send(host, method, path, { token, json, headers, timeout: TIMEOUT })

  /** True for a response with one of these statuses; one that says that the service is away is no fault. */
  function has(result: SendResult, what: string, ...expected: number[]): boolean {
    const { status, body, code, headers } = result
    if (expected.includes(status)) return true
    const isAway = status === 503 && hasMessage(body) && Number(headers['retry-after']) > 0
    if (!isAway) judge.fault('wrong answer', `${what}: ${status || code} ${body.slice(0, 200)}`)
    return false
  }

  async function read(id: string): Promise<void> {
    const result = await request('GET', `/api/notes/${id}`)
    if (!has(result, 'GET', 200, 404)) return
    const note = result.status === 200 ? (JSON.parse(result.body) as Note) : undefined
    if (note && !isWhole(note)) judge.fault('wrong answer', `torn: ${note.title}`)
    if (!model.isPossible(id, note)) judge.fault('wrong answer', `GET shows ${note?.title ?? 'nothing'}`)
    else if (note && model.isCertain(id)) etags.set(id, String(result.headers.etag))
  }

  async function list(kind: 'lost' | 'wrong answer'): Promise<boolean> {
    const result = await request('GET', '/api/notes')
    if (!has(result, 'list', 200)) return false
    const { lost, twice } = model.complaints(JSON.parse(result.body) as Note[])
    for (const complaint of lost) judge.fault(kind, `list: ${complaint}`)
    for (const complaint of twice) judge.fault('twice', complaint)
    return true
  }

  function nextText(): NoteText {
    turns += 1
    return textOf(`${name} ${turns}`, random.below(500))
  }

  async function create(): Promise<void> {
    const text = nextText()
    const result = await request('POST', '/api/notes', text)
    if (!has(result, 'POST', 201)) return model.maybeCreated(text)
    judge.acknowledged()
    const { _id } = JSON.parse(result.body) as Note
    model.created(_id, text)
    etags.set(_id, String(result.headers.etag))
  }

  /** @param text undefined to delete */
  async function write(id: string, text: NoteText | undefined): Promise<void> {
    const path = `/api/notes/${id}`
    const wasCertain = model.isCertain(id)
    const etag = wasCertain ? etags.get(id) : undefined
    const result = text
      ? await request('PUT', path, text, etag === undefined ? {} : { 'If-Match': etag })
      : await request('DELETE', path)
    etags.delete(id)
    const missing = wasCertain ? [] : [404]
    if (!has(result, text ? 'PUT' : 'DELETE', text ? 200 : 204, ...missing)) {
      model.maybeWritten(id, text)
      return read(id)
    }
    if (result.status === 404) {
      if (!model.isPossible(id, undefined)) judge.fault('wrong answer', `404 for ${path}`)
      return model.written(id, undefined)
    }
    judge.acknowledged()
    model.written(id, text)
    if (text) etags.set(id, String(result.headers.etag))
  }

  async function step(): Promise<void> {
    const ids = model.ids()
    const uncertain = ids.filter((id) => !model.isCertain(id))
    if (uncertain.length > 0 && random.chance(0.5)) return read(random.pick(uncertain))
    if (ids.length === 0 || (ids.length < MAX_NOTES && random.chance(0.15))) return create()
    const id = random.pick(ids)
    if (random.chance(0.1)) return write(id, undefined)
    if (random.chance(0.7)) return write(id, nextText())
    if (random.chance(0.5)) return read(id)
    await list('wrong answer')
  }

  return {
    async run(interval, isOver) {
      let next = performance.now() + random.below(interval)
      while (!isOver()) {
        await setTimeout(Math.max(0, next - performance.now()))
        await step()
        next = Math.max(next + interval, performance.now() - interval)
      }
    },
    async check() {
      await waitFor('the list can be read', 60_000, () => list('lost')).catch((cause) =>
        judge.fault('lost', String(cause)),
      )
    },
  }
}
