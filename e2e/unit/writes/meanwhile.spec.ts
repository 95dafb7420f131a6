import { expect, test } from '@playwright/test'
import { forgetFeatures, rememberFeatures } from '@/lib/api/features'
import { backUp } from '@/lib/drafts/write-drafts'
import { resultOf, transact } from '@/lib/offline/database'
import type { DraftOrWrite, Write } from '@/lib/offline/record'
import { encode } from '@/lib/offline/stored-record'
import { discardText } from '@/lib/writes/apply'
import { getWrites, readJournal } from '@/lib/writes/journal'
import { MAX_ATTEMPT_MS } from '@/lib/writes/lock'
import { assertEnded } from '@/lib/writes/look-up'
import { newCreation } from '@/lib/writes/new-write'
import { press } from '@/lib/writes/press'
import { resumeWaiting } from '@/lib/writes/resume-waiting'
import { sendWaiting } from '@/lib/writes/send-waiting'
import { settle } from '@/lib/writes/settle'
import { held } from '../../support/servers/faulty-proxy'
import { setApiHost } from '../api-host'
import { hearOfChange, heldLocks, signIn, startBrowser, storedRecords, whileVisible } from './browser'
import { LATER, TEXT, write } from './records'

const { warn } = console

setApiHost()

test.beforeAll(() => {
  console.warn = () => {}
})
test.afterAll(() => {
  console.warn = warn
})

const LIST = 'GET /api/notes'
const READ = 'GET /api/notes/n1'
const CREATE = 'POST /api/notes'

const LISTED = JSON.stringify([{ _id: 'n1', ...TEXT }])

const CREATION = write({ waits: true, isUnknown: true })
const NEXT = write({ waits: true, isUnknown: true, first: TEXT }, { text: LATER })
const EDIT = write({ kind: 'replace', waits: true }, { noteId: 'n1', text: LATER })

/** Calls that the host gets from here on. It has this list. */
function hostOf({ list = '[]', status = 201, features = '', before = async (_: string) => {} }): string[] {
  const calls: string[] = []
  globalThis.fetch = async (url, { method = 'GET' } = {}) => {
    const call = `${method} ${new URL(String(url)).pathname}`
    calls.push(call)
    await before(call)
    const headers = { ...(features && { 'Notas-Features': features }) }
    if (method === 'GET') return new Response(call === LIST ? list : JSON.stringify(TEXT), { headers })
    return new Response('{"_id":"n1"}', { status })
  }
  return calls
}

async function sendAll(): Promise<void> {
  await whileVisible(sendWaiting)
  await expect.poll(heldLocks).toBe(0)
}

/** Sends what waits, and does something else while one of its calls is under way. Returns the calls. */
async function sendMeanwhile(
  records: DraftOrWrite[],
  heldCall: string,
  status: number,
  act: () => unknown,
): Promise<string[]> {
  await startBrowser(records)
  await readJournal()
  const { until, release } = held()
  const calls = hostOf({ status, before: async (call) => void (call === heldCall && (await until)) })
  await whileVisible(sendWaiting)
  await expect.poll(() => calls).toContain(heldCall)
  await act()
  release()
  await expect.poll(heldLocks).toBe(0)
  await sendAll()
  return calls
}

const MOMENTS: [moment: string, waiting: Write, heldCall: string, status: number, calls: string[]][] = [
  ['is looked up', CREATION, LIST, 201, [LIST]],
  ['is being refused', CREATION, CREATE, 413, [LIST, CREATE]],
  ['is being created', CREATION, CREATE, 201, [LIST, CREATE]],
  ['is read before an edit', EDIT, READ, 200, [READ]],
  ['is created before its next version', NEXT, CREATE, 201, [LIST, CREATE]],
]

for (const [moment, waiting, heldCall, status, expected] of MOMENTS)
  test(`a text that is discarded, or whose user has gone, while it ${moment} is not sent again`, async () => {
    if (waiting !== NEXT) {
      expect(await sendMeanwhile([waiting], heldCall, status, () => discardText(waiting))).toEqual(expected)
      expect(getWrites().filter(({ state }) => state.is !== 'done')).toEqual([])
    }
    expect(await sendMeanwhile([waiting], heldCall, status, () => signIn('bea'))).toEqual(expected)
    expect((await storedRecords()).map(({ user }) => user)).toEqual(['ana'])
  })

for (const [times, waiting] of [
  ['once', CREATION],
  ['twice', NEXT],
] as const)
  test(`what was typed after Guardar was pressed ${times} is a draft of the note, as it is by then`, async () => {
    const draft = { id: 'draft', user: 'ana', noteId: null, text: LATER, base: TEXT, writtenAt: 11 }
    const text = { title: 'Plantas', content: 'Riego los viernes' }
    const base = waiting === NEXT ? LATER : TEXT
    const typed = { ...draft, text, base, writtenAt: 12, follows: 'write' }
    await sendMeanwhile([waiting, { ...typed, text: LATER }], CREATE, 201, () =>
      transact(['drafts'], 'readwrite', ({ drafts }) => resultOf(drafts.put(typed))),
    )
    const stored = (await storedRecords()).find(({ id }) => id === 'draft')
    expect(stored).toMatchObject({ noteId: 'n1', text, base })
  })

const UNDER_WAY = { attemptedAt: Date.now() }
const ENDED = { attemptedAt: Date.now() - MAX_ATTEMPT_MS }

for (const [name, state, isListed, expected, left] of [
  ['whose attempt may be under way', UNDER_WAY, false, [LIST], 'unknown'],
  ['whose attempt has ended', ENDED, false, [LIST, CREATE], 'done'],
  ['that is there, and not listed', { isStored: true }, false, [LIST], undefined],
  ['that is listed', { isStored: true }, true, [LIST], 'done'],
] as const)
  test(`where the host keeps no keys, a note ${name} is sent ${expected.length === 2 ? 'again' : 'no second time'}`, async () => {
    await startBrowser([write({ waits: true, isUnknown: true, ...state })])
    await readJournal()
    const calls = hostOf({ list: isListed ? LISTED : '[]' })
    await sendAll()
    expect(calls).toEqual(expected)
    expect(getWrites()[0]?.state.is).toBe(left)
    expect((await storedRecords()).map(({ text }) => text)).toEqual([TEXT])
  })

const KEPT = 'idempotency-key, delete-if-match'

for (const [name, state, isListed, expected, left] of [
  ['with a key', UNDER_WAY, false, [LIST, CREATE], 'done'],
  ['without a key, and may be under way', { ...UNDER_WAY, isKeyless: true }, false, [LIST], 'unknown'],
  ['without a key, and has ended', { ...ENDED, isKeyless: true }, false, [LIST, CREATE], 'done'],
  ['without a key, and is listed', { ...UNDER_WAY, isKeyless: true }, true, [LIST], 'done'],
] as const)
  test(`where the host keeps keys, a note that went ${name} is sent ${expected.length === 2 ? 'again' : 'no second time'}`, async () => {
    await startBrowser([write({ waits: true, isUnknown: true, ...state })])
    await readJournal()
    const calls = hostOf({ list: isListed ? LISTED : '[]', features: KEPT })
    await sendAll()
    expect(calls).toEqual(expected)
    expect(getWrites()[0]?.state.is).toBe(left)
  })

for (const [name, origin, told] of [
  ['another origin tells', 'https://notas.example.com', undefined],
  ['a host begins to tell', 'https://api.example.com', new Headers()],
] as const)
  test(`a creation before ${name} that it keeps keys is found by its text`, async () => {
    Object.assign(location, { origin })
    try {
      await startBrowser()
      forgetFeatures()
      if (told) rememberFeatures(told)
      hostOf({ before: () => Promise.reject(new TypeError('Failed to fetch')) })
      expect(await press(newCreation('write', TEXT, 0))).toMatchObject({ is: 'unknown' })
      expect(await storedRecords()).toMatchObject([{ write: { isUnknown: true, isKeyless: true } }])
      const calls = hostOf({ list: LISTED, features: KEPT })
      expect(await press(newCreation('write', TEXT, 0))).toMatchObject({ is: 'done' })
      expect(calls).toEqual([LIST])
    } finally {
      Object.assign(location, { origin: undefined })
    }
  })

test('a text that never gets through does not hold up the next one, and a line that is down is tried twice', async () => {
  const texts = ['Uno', 'Dos', 'Tres'].map((title) => ({ title, content: '' }))
  for (const [failing, expected] of [
    [
      ['Uno', 'Dos', 'Tres'],
      ['Uno', 'Dos'],
    ],
    [['Uno'], ['Uno', 'Dos', 'Tres']],
  ] as const) {
    await startBrowser(
      texts.map((text, at) => write({ waits: true, decidedAt: at }, { id: text.title, text })),
    )
    await readJournal()
    const sent: string[] = []
    globalThis.fetch = async (_, { method = 'GET', body } = {}) => {
      if (method === 'GET') return new Response('[]')
      const { title } = JSON.parse(String(body)) as { title: string }
      sent.push(title)
      if (failing.some((one) => one === title)) throw new TypeError('Failed to fetch')
      return new Response(`{"_id":"${title}"}`, { status: 201 })
    }
    await sendAll()
    expect(sent).toEqual(expected)
  }
})

test('a 404 to a creation is that of a gateway: it goes on waiting', async () => {
  await startBrowser([CREATION])
  await readJournal()
  const calls = hostOf({ status: 404 })
  await sendAll()
  expect(calls).toEqual([LIST, CREATE])
  expect(getWrites()).toMatchObject([{ key: CREATION.key, state: { is: 'unknown', waits: true } }])
})

test('what waits in another tab is sent by this one too', async () => {
  await startBrowser()
  await sendAll()
  await resumeWaiting()
  const calls = hostOf({})
  await transact(['drafts'], 'readwrite', ({ drafts }) =>
    resultOf(drafts.put(encode(write({ waits: true })))),
  )
  await whileVisible(() => {
    hearOfChange()
    return expect.poll(() => calls, { timeout: 15_000 }).toContain(CREATE)
  })
  await expect.poll(heldLocks).toBe(0)
})

test('where the host keeps no keys, an attempt of a clock that was ahead has ended a while after it was seen', () => {
  const state = { is: 'unknown', waits: true, attemptedAt: Date.now() + 3_600_000 } as const
  const { now } = performance
  expect(() => assertEnded(state)).toThrow('An earlier attempt may be under way')
  performance.now = () => now.call(performance) + MAX_ATTEMPT_MS
  try {
    expect(() => assertEnded(state)).not.toThrow()
  } finally {
    performance.now = now
  }
})

test('what another tab has just sent to a host without keys is left alone for a moment', async () => {
  await startBrowser([write({ waits: true, isUnknown: true }, { writtenAt: Date.now() })])
  await readJournal()
  const calls = hostOf({})
  await sendAll()
  expect(calls).toEqual([])
})

for (const [what, merged, refused, expected] of [
  ['that was merged keeps its base', LATER, undefined, TEXT],
  ['whose next version was refused has the text of the note as its base', LATER, TEXT, LATER],
] as const)
  test(`a draft that follows a write ${what}`, async () => {
    const known = { user: 'ana', noteId: null, writtenAt: 11 }
    const text = { title: 'Plantas', content: 'Riego los viernes' }
    const draft = { ...known, id: 'draft', text, base: TEXT, follows: 'write' }
    const next = refused ? [{ ...known, id: 'write-next', text: refused, base: LATER }] : []
    await startBrowser([write({ doneAt: 20, noteId: 'n1' }, { text: merged }), draft, ...next])
    await readJournal()
    await settle({ notes: [{ _id: 'n1', ...merged }], asOf: Date.now() })
    const stored = (await storedRecords()).find(({ id }) => id === 'draft')
    expect(stored).toMatchObject({ noteId: 'n1', text, base: expected })
  })

for (const [what, inStorage] of [
  ['in the database', false],
  ['in localStorage, which is later', true],
] as const)
  test(`a draft ${what} that follows a creation which a list shows is a draft of its note`, async () => {
    const draft = { id: 'draft', user: 'ana', noteId: null, text: LATER, base: TEXT, writtenAt: 11 }
    const follower = { ...draft, follows: 'write' }
    await startBrowser([write({ isUnknown: true }), { ...follower, text: inStorage ? TEXT : LATER }])
    if (inStorage) backUp({ ...follower, writtenAt: 12 })
    await readJournal()
    await settle({ notes: [{ _id: 'n1', ...TEXT }], asOf: Date.now() })
    const drafts = (await readJournal()).filter(({ id }) => id === 'draft')
    expect(drafts).toMatchObject([{ noteId: 'n1', text: LATER, base: TEXT }])
    expect(drafts[0]).not.toHaveProperty('follows')
    expect(getWrites()).toMatchObject([{ state: { is: 'done', noteId: 'n1' } }])
  })
