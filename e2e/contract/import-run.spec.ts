import { setTimeout } from 'node:timers/promises'
import type { NoteText } from '@/lib/domain/note'
import { clearUserState } from '@/lib/session/user-state'
import { getImportStep, setImportStep } from '@/lib/transfer/import/import-screen-state'
import type { ImportRun } from '@/lib/transfer/import/start-import'
import { createUser, listNotes, logIn, type User } from '../support/api-client'
import { expect, type ImportTab, reaches, someNotes, sorted, test } from '../support/import-fixtures'
import type { Fault, ProxiedCall } from '../support/servers/faulty-proxy'

const isPost = ({ method }: ProxiedCall) => method === 'POST'
const postsOf = ({ proxy }: ImportTab) => proxy.calls.filter(isPost)

/** Lets all calls pass, and acts when the POST of this number comes. */
function atPost(tab: ImportTab, number: number, act: () => unknown): void {
  tab.proxy.fault = (call) => {
    if (isPost(call) && postsOf(tab).length === number) void act()
    return undefined
  }
}

/** Makes every fifth POST fail, from the third on. */
function everyFifthPost(tab: ImportTab, fault: Fault) {
  return (call: ProxiedCall) => (isPost(call) && postsOf(tab).length % 5 === 3 ? fault : undefined)
}

test('every note comes once, the oldest first, with one look before and one after', async ({ tab }) => {
  const notes = someNotes(120)
  const since = performance.now()
  const run = tab.importNotes(notes)
  const first = run.getState()
  let snapshots = 0
  run.subscribe(() => {
    snapshots += 1
  })
  const state = await reaches(run, 'finished')
  expect(snapshots).toBeLessThanOrEqual((performance.now() - since) / 250 + 2)
  expect(first).toMatchObject({ phase: 'running', imported: 0, createdIds: [] })
  expect(run.getState()).toBe(state)
  expect(state).toMatchObject({ task: 'import', reason: null, total: 120, alreadyThere: 0, imported: 120 })
  expect(state).toMatchObject({ failed: [], notSent: [], deleted: 0, done: 120 })
  expect(new Set(state.createdIds).size).toBe(120)

  const titles = (await tab.stored()).map(({ title }) => title)
  expect(titles.toSorted()).toEqual(notes.map(({ title }) => title).toSorted())
  for (const [position, { title }] of notes.entries())
    expect(Math.abs(titles.indexOf(title) - position), title).toBeLessThanOrEqual(32)
  expect(tab.proxy.calls.map(({ method }) => method)).toEqual(['GET', ...Array(120).fill('POST'), 'GET'])
})

const COMMON_HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'host',
  'pragma',
  'sec-fetch-mode',
  'user-agent',
]

test('on another origin each POST has a key once the host keeps keys, each DELETE an ETag', async ({
  tab,
}) => {
  const run = tab.importNotes(someNotes(2))
  await reaches(run, 'finished')
  run.undo()
  expect(await reaches(run, 'finished')).toMatchObject({ task: 'undo', deleted: 2 })
  const headersOf = (asked: string) =>
    tab.proxy.calls
      .filter(({ method }) => method === asked)
      .map(({ headers }) => Object.keys(headers).filter((name) => !COMMON_HEADERS.includes(name)))
  expect(headersOf('GET')).toEqual([[], [], [], []])
  expect(headersOf('POST')).toEqual([['idempotency-key'], ['idempotency-key']])
  expect(headersOf('DELETE')).toEqual([['if-match'], ['if-match']])
  const keys = postsOf(tab).map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual(Array(2).fill(expect.stringMatching(/^"[0-9a-f]{32}"$/)))
  expect(new Set(keys).size).toBe(2)
})

test('an undo deletes nothing on a host that has taken the place of the one of the import', async ({
  tab,
}) => {
  const run = tab.importNotes(someNotes(2))
  await reaches(run, 'finished')
  tab.proxy.fault = ({ method }) => (method === 'GET' ? { status: 200, body: '[]' } : undefined)
  run.undo()
  expect(await reaches(run, 'finished')).toMatchObject({ task: 'undo', deleted: 0 })
  expect(tab.proxy.calls.map(({ method }) => method)).not.toContain('DELETE')
})

const { navigator } = globalThis
test.afterEach(() => Object.defineProperty(globalThis, 'navigator', { configurable: true, value: navigator }))

test('two devices that import the same notes at once bring each note once', async ({ tab }) => {
  const notes = [...someNotes(40), ...someNotes(40)]
  // Each device has locks of its own, which are free.
  const locks = { request: (_name: string, _options: object, work: (lock: object) => unknown) => work({}) }
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks } })
  const release = tab.proxy.hold((call) => isPost(call))
  const runs = [tab.importNotes(notes), tab.importNotes([...notes].reverse())]
  await expect.poll(() => postsOf(tab).length).toBe(12)
  release()
  for (const run of runs)
    expect(await reaches(run, 'finished')).toMatchObject({ imported: 80, failed: [], notSent: [] })
  await tab.expectStored(notes)
})

/** Starts an import that pauses at its 20th call: by the person, or because the session has ended. */
async function importUntilPaused(tab: ImportTab, user: User, notes: NoteText[], isByPerson: boolean) {
  atPost(tab, postsOf(tab).length + 20, () =>
    isByPerson ? run.pause() : user.call('POST', '/api/auth/logout'),
  )
  const run = tab.importNotes(notes)
  await reaches(run, 'paused')
  tab.proxy.fault = () => undefined
  return run
}

for (const isBare of [false, true])
  test.describe(isBare ? 'on a host of seven calls' : 'on our host', () => {
    test.use({ isBare })

    for (const isByPerson of [true, false])
      test(`notes that another tab has imported are not sent again after ${isByPerson ? 'a pause' : 'the end of a session'}`, async ({
        host,
        user,
        tab,
      }) => {
        const notes = [...someNotes(30), ...someNotes(30)]
        const run = await importUntilPaused(tab, user, notes, isByPerson)
        if (!isByPerson) user.token = await logIn(host, user)
        tab.session.token = user.token
        expect(await reaches(tab.importNotes(notes), 'finished')).toMatchObject({ failed: [], notSent: [] })
        const sent = postsOf(tab).length
        run.resume()
        const { imported, alreadyThere, failed } = await reaches(run, 'finished')
        expect([imported + alreadyThere, failed]).toEqual([60, []])
        expect(postsOf(tab)).toHaveLength(sent)
        await tab.expectStored(notes)
      })

    test('two devices that pause in turn bring each note once', async ({ user, tab }) => {
      // Without keys two devices cannot tell a copy that the file has from one that the other has sent.
      const notes = isBare ? someNotes(60) : [...someNotes(30), ...someNotes(30)]
      const first = await importUntilPaused(tab, user, notes, true)
      const second = await importUntilPaused(tab, user, notes, true)
      first.resume()
      second.resume()
      for (const run of [first, second]) {
        const { imported, alreadyThere, failed } = await reaches(run, 'finished')
        expect([imported + alreadyThere, failed]).toEqual([60, []])
      }
      await tab.expectStored(notes)
    })
  })

type Between = [name: string, between: (user: User, run: ImportRun) => Promise<unknown>, left: NoteText[]]

const idsOf = async (user: User) => (await user.listNotes()).map(({ _id }) => _id)

const BETWEEN: Between[] = [
  [
    'its undo',
    async (_, run) => {
      run.undo()
      expect(await reaches(run, 'finished')).toMatchObject({ deleted: 6 })
    },
    [],
  ],
  [
    'editing them',
    async (user) => {
      for (const id of await idsOf(user)) await user.changeNote(id, 'Editada', '')
    },
    Array(6).fill({ title: 'Editada', content: '' }),
  ],
  [
    'deleting them',
    async (user) => {
      for (const id of await idsOf(user)) await user.call('DELETE', `/api/notes/${id}`)
    },
    [],
  ],
  [
    'deleting them for good',
    async (user) => {
      for (const id of await idsOf(user)) await user.call('DELETE', `/api/notes/${id}`)
      await user.call('DELETE', '/api/trash')
    },
    [],
  ],
]

/** Imports a file three times, each time after something has been done with its notes. */
async function importAgain(tab: ImportTab, user: User, between: Between[1], left: NoteText[]): Promise<void> {
  const notes = [...someNotes(3), ...someNotes(3)]
  for (const again of [0, 1, 2]) {
    const run = tab.importNotes(notes)
    expect(await reaches(run, 'finished')).toMatchObject({ imported: 6, alreadyThere: 0, failed: [] })
    await tab.expectStored([...notes, ...Array(again).fill(left).flat()])
    await between(user, run)
  }
}

for (const [name, between, left] of BETWEEN)
  test(`after ${name} the notes of a file can be imported again, each once`, async ({ user, tab }) =>
    importAgain(tab, user, between, left))

test('notes that were deleted and restored, or edited and edited back, are there', async ({ user, tab }) => {
  const notes = someNotes(6)
  await tab.importAll(notes)
  const [first, second, ...others] = await user.listNotes()
  await user.call('DELETE', `/api/notes/${first?._id}`)
  await user.call('POST', `/api/trash/${first?._id}/restore`)
  await user.changeNote(String(second?._id), 'Editada', '')
  await user.changeNote(String(second?._id), String(second?.title), String(second?.content))
  const run = tab.importNotes(notes)
  expect(await reaches(run, 'finished')).toMatchObject({ imported: 0, alreadyThere: others.length + 2 })
  await tab.expectStored(notes)
})

test('a host that answers quick writes with 503 gets them slower, each once', async ({ tab }) => {
  tab.proxy.fault = (call) => (isPost(call) && call.concurrent > 4 ? { status: 503 } : undefined)
  await tab.importAll(someNotes(150))
})

test('after a 429 the import waits as long as the host says', async ({ tab }) => {
  const notes = someNotes(60)
  let refusals = 0
  tab.proxy.fault = (call) => {
    if (!isPost(call) || postsOf(tab).length < 30 || refusals === 2) return undefined
    refusals += 1
    return { status: 429, headers: { 'Retry-After': '7' } }
  }
  const run = tab.importNotes(notes)
  const seen = new Set<string>()
  run.subscribe(() => seen.add(`${run.getState().phase} ${run.getState().reason}`))
  expect(await reaches(run, 'finished')).toMatchObject({ imported: 60, failed: [], reason: null })
  expect([...seen].sort()).toEqual(['finished null', 'running host-busy', 'running null'])
  expect(new Set(tab.waits)).toEqual(new Set([7_000]))
  await tab.expectStored(notes)
})

const FAULTS = ['lose the response', 'respond with nothing', 'forward later', 'forward twice'] as const

for (const isBare of [false, true])
  test.describe(isBare ? 'on a host of seven calls' : 'on our host', () => {
    test.use({ isBare })

    for (const fault of FAULTS)
      test(`nothing comes twice and nothing is missing if the proxy does this: ${fault}`, async ({ tab }) => {
        const notes = [...someNotes(30), ...someNotes(30)]
        tab.proxy.fault = everyFifthPost(tab, fault)
        const { createdIds } = await tab.importAll(notes)
        expect(new Set(createdIds).size).toBe(isBare ? 0 : 60)
        // A note has the same key at each attempt.
        const keys = new Set(postsOf(tab).map(({ headers }) => headers['idempotency-key']))
        expect(keys.size).toBe(isBare ? 1 : 60)
        const areDeleted = tab.proxy.calls.some(({ method }) => method === 'DELETE')
        expect(areDeleted).toBe(isBare && fault === 'forward twice')
      })
  })

test.describe('on a host of seven calls', () => {
  test.use({ isBare: true })

  for (const [name, between, left] of BETWEEN.filter(([name]) => name !== 'its undo'))
    test(`after ${name} the notes of a file can be imported again, each once`, async ({ user, tab }) =>
      importAgain(tab, user, between, left))

  for (const [name, every, copies] of [
    ['go though every second removal fails', 2, 0],
    ['stay where the host never deletes', 1, 30],
  ] as const)
    test(`copies ${name}`, async ({ tab }) => {
      const notes = someNotes(150)
      const forwardTwice = everyFifthPost(tab, 'forward twice')
      let removals = 0
      tab.proxy.fault = (call) => {
        if (call.method !== 'DELETE') return forwardTwice(call)
        removals += 1
        return removals % every === 0 ? { status: 500 } : undefined
      }
      expect(await reaches(tab.importNotes(notes), 'finished')).toMatchObject({ imported: 150, failed: [] })
      expect(await tab.stored()).toHaveLength(150 + copies)
    })

  test('nothing can be undone, and no call has a header that it may not know', async ({ tab }) => {
    const notes = someNotes(10)
    tab.proxy.fault = everyFifthPost(tab, 'forward twice')
    const run = tab.importNotes(notes)
    expect(await reaches(run, 'finished')).toMatchObject({ imported: 10, createdIds: [] })
    run.undo()
    expect(await reaches(run, 'finished')).toMatchObject({ task: 'undo', deleted: 0, edited: 0 })
    await tab.expectStored(notes)
    expect([...new Set(tab.proxy.calls.map(({ method }) => method))]).toEqual(['GET', 'POST', 'DELETE'])
    const headers = tab.proxy.calls.flatMap((call) => Object.keys(call.headers))
    expect(headers.filter((name) => !COMMON_HEADERS.includes(name))).toEqual([])
  })
})

test('after a lost response the list decides before anything else is sent', async ({ tab }) => {
  tab.proxy.fault = (call) => (isPost(call) && postsOf(tab).length === 20 ? 'lose the response' : undefined)
  await tab.importAll(someNotes(100))
  const methods = tab.proxy.calls.map(({ method }) => method)
  expect(methods.slice(0, methods.indexOf('GET', 1)).length).toBeLessThan(60)
  expect(methods.filter((method) => method === 'POST')).toHaveLength(100)
})

test('a host that is away for a minute pauses the import, which then goes on', async ({ tab }) => {
  const notes = someNotes(100)
  let isAway = false
  tab.proxy.fault = () => {
    isAway ||= postsOf(tab).length === 40
    return isAway ? 'refuse' : undefined
  }
  const run = tab.importNotes(notes)
  const seen: (string | null)[] = []
  run.subscribe(() => seen.push(run.getState().reason))
  expect(await reaches(run, 'paused')).toMatchObject({ reason: 'host-unavailable' })
  const whileFailing = seen.slice(seen.indexOf('failing'), seen.indexOf('host-unavailable'))
  expect(new Set(whileFailing)).toEqual(new Set(['failing']))
  expect(tab.waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000])
  run.resume()
  await reaches(run, 'paused')
  expect(tab.waits.slice(6)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000])

  const calls = tab.proxy.calls.length
  tab.proxy.fault = () => undefined
  run.resume()
  expect(await reaches(run, 'finished')).toMatchObject({ imported: 100, failed: [] })
  expect(tab.proxy.calls.length).toBeGreaterThan(calls + 60)
  await tab.expectStored(notes)
})

test('a host that stores nothing any more is not asked for ever', async ({ tab }) => {
  tab.proxy.fault = (call) => (isPost(call) ? { status: 500 } : undefined)
  expect(await reaches(tab.importNotes(someNotes(3)), 'paused')).toMatchObject({ reason: 'host-unavailable' })
  expect(tab.waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000])
})

/** Starts an import, and ends the user's session on the host at the 30th note. */
async function importUntilSessionEnds(tab: ImportTab, user: User, notes: NoteText[]): Promise<ImportRun> {
  atPost(tab, 30, () => user.call('POST', '/api/auth/logout'))
  const run = tab.importNotes(notes)
  expect(await reaches(run, 'paused')).toMatchObject({ reason: 'session-ended', failed: [] })
  return run
}

test('an import whose session ends goes on after the next login', async ({ host, user, tab }) => {
  const notes = someNotes(60)
  const run = await importUntilSessionEnds(tab, user, notes)
  user.token = await logIn(host, user)
  tab.session.token = user.token
  run.resume()
  expect(await reaches(run, 'finished')).toMatchObject({ imported: 60, failed: [] })
  await tab.expectStored(notes)
})

test('logging in again here leaves no hidden import, and the notes go on', async ({ host, user, tab }) => {
  const notes = someNotes(60)
  const run = await importUntilSessionEnds(tab, user, notes)
  setImportStep({ name: 'running', run })
  clearUserState()
  expect(getImportStep()).toEqual({ name: 'none' })
  expect(run.getState()).toMatchObject({ phase: 'cancelled', total: 0, notSent: [] })

  const calls = tab.proxy.calls.length
  user.token = await logIn(host, user)
  tab.session.token = user.token
  run.resume()
  await setTimeout(300)
  expect(tab.proxy.calls).toHaveLength(calls)
  await reaches(tab.importNotes(notes), 'finished')
  await tab.expectStored(notes)
})

test('a note that the host refuses or always fails at, or that a page answers, is listed, and the others come', async ({
  tab,
}) => {
  const notes = someNotes(40)
  const harmful = { title: 'Rompe el servidor', content: '' }
  const refused = { title: 'Otra', content: '' }
  const long = { title: 'T'.repeat(501), content: '' }
  const blocked = { title: 'SELECT', content: '' }
  const isOf = (text: object) => (call: ProxiedCall) => call.body === JSON.stringify(text)
  tab.proxy.fault = (call) => {
    if (isOf(harmful)(call)) return { status: 500 }
    if (isOf(blocked)(call)) return { status: 200, body: '<html>' }
    return isOf(refused)(call) ? { status: 413, body: '<html>' } : undefined
  }
  const run = tab.importNotes([...notes.slice(0, 20), harmful, refused, blocked, long, ...notes.slice(20)])
  const { failed, ...state } = await reaches(run, 'finished')
  expect(state).toMatchObject({ total: 44, imported: 40, notSent: [] })
  expect(new Set(failed)).toEqual(
    new Set([
      { text: harmful, reason: 'El servidor la rechazó (error 500).' },
      { text: refused, reason: 'El servidor la rechazó (error 413).' },
      { text: blocked, reason: 'Otra página contesta en lugar del servidor.' },
      { text: long, reason: 'El título es demasiado largo: como mucho, 500 caracteres.' },
    ]),
  )
  expect(tab.proxy.calls.filter(isOf(harmful))).toHaveLength(3)
  expect(tab.waits.length).toBeLessThanOrEqual(6)
  await tab.expectStored(notes)
})

test('a full account ends the import, and what is left is listed', async ({ start, tab }) => {
  const host = await start({ NOTES_PER_USER: '25' })
  const user = await createUser(host)
  Object.assign(tab.session, { token: user.token, user: user.email })
  tab.proxy.host = host
  const notes = someNotes(60)
  const state = await reaches(tab.importNotes(notes), 'finished')
  expect(state).toMatchObject({ reason: 'quota', imported: 25, failed: [] })
  expect(state.notSent).toHaveLength(35)
  expect(sorted([...state.notSent, ...(await listNotes(host, user))])).toEqual(sorted(notes))
  expect(postsOf(tab).length).toBeLessThan(60)
})

test('a cancelled import says exactly what is there, and a later one brings the rest', async ({ tab }) => {
  const notes = someNotes(100)
  tab.proxy.fault = (call) => {
    if (postsOf(tab).length === 30) run.cancel()
    return everyFifthPost(tab, 'lose the response')(call)
  }
  const run = tab.importNotes(notes)
  const state = await reaches(run, 'cancelled')
  expect(state).toMatchObject({ reason: null, failed: [] })
  expect(state.imported).toBe((await tab.stored()).length)
  expect(sorted([...state.notSent, ...(await tab.stored())])).toEqual(sorted(notes))

  tab.proxy.fault = () => undefined
  const second = await reaches(tab.importNotes(notes), 'finished')
  expect(second).toMatchObject({ alreadyThere: state.imported, imported: 100 - state.imported })
  await tab.expectStored(notes)
})

test('an import that is cancelled without a network lists what may be there', async ({ tab }) => {
  tab.proxy.fault = () => (postsOf(tab).length >= 10 ? 'refuse' : undefined)
  const run = tab.importNotes(someNotes(20))
  await reaches(run, 'paused')
  run.cancel()
  const { imported, failed, notSent } = await reaches(run, 'cancelled')
  expect(imported + failed.length + notSent.length).toBe(20)
  expect(failed.map(({ reason }) => reason)).toContain(
    'La respuesta del servidor se perdió: no se sabe si la guardó.',
  )
})

test('a paused import makes no call until it is resumed', async ({ tab }) => {
  const notes = someNotes(100)
  atPost(tab, 30, () => run.pause())
  const run = tab.importNotes(notes)
  const { reason } = await reaches(run, 'paused')
  expect(reason).toBe('person')
  await expect.poll(async () => run.getState().imported === (await tab.stored()).length).toBe(true)
  const calls = tab.proxy.calls.length
  expect(calls).toBeLessThan(60)
  await setTimeout(300)
  expect(tab.proxy.calls).toHaveLength(calls)

  run.resume()
  expect(await reaches(run, 'finished')).toMatchObject({ imported: 100 })
  await tab.expectStored(notes)
})

test('signing out in another tab ends the import at once, and its notes are forgotten', async ({ tab }) => {
  const run = tab.importNotes(someNotes(100))
  setImportStep({ name: 'running', run })
  atPost(tab, 30, () => {
    Object.assign(tab.session, { token: null, user: null })
    clearUserState()
  })
  await reaches(run, 'cancelled')
  run.resume()
  run.undo()
  let changes = 0
  run.subscribe(() => {
    changes += 1
  })
  await setTimeout(300)
  expect(changes).toBe(0)
  expect(run.getState()).toMatchObject({ phase: 'cancelled', reason: 'signed-out', total: 0, imported: 0 })
  expect(run.getState()).toMatchObject({ failed: [], notSent: [], createdIds: [] })
  expect(tab.proxy.calls.length).toBeLessThan(60)
})

test('no note goes to a user who logs in meanwhile, even before the tab is told', async ({ host, tab }) => {
  const other = await createUser(host)
  atPost(tab, 30, () => Object.assign(tab.session, { token: other.token, user: other.email }))
  expect(await reaches(tab.importNotes(someNotes(100)), 'cancelled')).toMatchObject({ reason: 'signed-out' })
  expect(await listNotes(host, other)).toEqual([])
  expect(tab.proxy.calls.every(({ token }) => token !== other.token)).toBe(true)
})

test('undo deletes what the import created, and nothing else', async ({ user, tab }) => {
  const notes = someNotes(60)
  await user.addNote('Nota 60', 'Pan, leche\ny huevos')
  await user.addNote('Plantas')
  tab.proxy.fault = everyFifthPost(tab, 'lose the response')
  const run = tab.importNotes([...notes, ...notes.slice(0, 1)])
  expect(await reaches(run, 'finished')).toMatchObject({ alreadyThere: 1, imported: 60 })

  let deletions = 0
  tab.proxy.fault = ({ method }) => {
    if (method !== 'DELETE') return undefined
    deletions += 1
    if (deletions === 20) return { status: 404 }
    if (deletions === 40) return 'lose the response'
    return deletions % 10 === 9 ? { status: 503 } : undefined
  }
  run.undo()
  const state = await reaches(run, 'finished')
  expect(state).toMatchObject({ task: 'undo', reason: null, deleted: 60, edited: 0, createdIds: [] })
  expect(state).toMatchObject({ done: 60, total: 60 })
  const titles = (await tab.stored()).map(({ title }) => title)
  expect(titles.sort()).toEqual(['Nota 60', 'Plantas'])
})

test('undo leaves notes that were edited after the import, also during a pause', async ({ user, tab }) => {
  const run = tab.importNotes(someNotes(60))
  const { createdIds } = await reaches(run, 'finished')
  await user.changeNote(String(createdIds[0]), 'Editada', '')

  tab.proxy.fault = ({ method }) => {
    if (method === 'DELETE' && run.getState().phase === 'running') run.pause()
    return undefined
  }
  run.undo()
  await reaches(run, 'paused')
  await expect.poll(() => run.getState().deleted).toBeGreaterThan(0)
  await expect.poll(async () => run.getState().createdIds.length === (await tab.stored()).length).toBe(true)
  await user.changeNote(String(run.getState().createdIds[1]), 'Editada en la pausa', '')
  tab.proxy.fault = () => undefined
  run.resume()
  const state = await reaches(run, 'finished')
  expect(state).toMatchObject({ deleted: 58, edited: 2, createdIds: [], done: 60, total: 60 })
  expect((await tab.stored()).map(({ title }) => title).sort()).toEqual(['Editada', 'Editada en la pausa'])
})

test('notes that the host says it has stored are failures if they are not there', async ({ tab }) => {
  tab.proxy.fault = (call) => (isPost(call) ? { status: 201, body: '{"_id":"1"}' } : undefined)
  const [first, second] = someNotes(2)
  const state = await reaches(tab.importNotes(someNotes(2)), 'finished')
  expect(state).toMatchObject({ imported: 0, createdIds: [] })
  expect(state.failed).toEqual([
    { text: first, reason: 'El servidor la aceptó, pero no está así en la lista.' },
    { text: second, reason: 'El servidor la aceptó, pero no está así en la lista.' },
  ])
})

test('the page asks before it closes from the start of an import or its undo to the end', async ({ tab }) => {
  const page = new EventTarget()
  const asks = () => {
    const event = new Event('beforeunload', { cancelable: true })
    Object.defineProperty(event, 'returnValue', { value: '', writable: true })
    page.dispatchEvent(event)
    expect(event.returnValue).toBe(event.defaultPrevented || '')
    return event.defaultPrevented
  }
  const add = page.addEventListener.bind(page)
  Object.assign(globalThis, {
    addEventListener: add,
    removeEventListener: page.removeEventListener.bind(page),
  })
  try {
    atPost(tab, 30, () => run.pause())
    const run = tab.importNotes(someNotes(60))
    expect(asks()).toBe(true)
    await reaches(run, 'paused')
    expect(asks()).toBe(true)
    tab.proxy.fault = () => undefined
    run.resume()
    await reaches(run, 'finished')
    expect(asks()).toBe(false)
    run.undo()
    expect(asks()).toBe(true)
    run.cancel()
    expect(run.getState().phase).toBe('ending')
    expect(asks()).toBe(true)
    await reaches(run, 'cancelled')
    expect(asks()).toBe(false)
  } finally {
    Object.assign(globalThis, { addEventListener: undefined, removeEventListener: undefined })
  }
})
