import { expect, test } from '@playwright/test'
import { BLANK, type LoadedNote } from '@/lib/domain/note'
import { backedUpDrafts } from '@/lib/drafts/draft-store'
import { putDraft, removeDraft } from '@/lib/drafts/write-drafts'
import { createNoteForm, duplicateText, type NoteFormStore } from '@/lib/notes/form'
import { ignoreCurrentRequests, loadNotes } from '@/lib/notes/load-notes'
import { saveNote } from '@/lib/notes/save-note'
import { encode } from '@/lib/offline/stored-record'
import { notify } from '@/lib/session/token'
import { discardText } from '@/lib/writes/apply'
import { getWrites, readJournal } from '@/lib/writes/journal'
import { held } from '../../support/servers/faulty-proxy'
import { setApiHost } from '../api-host'
import { fillStorage, hearOfChange, signIn, startBrowser, storedRecords } from './browser'
import { deletion, LATER, TEXT, write } from './records'

const waiting = write({ waits: true, isUnknown: true })

setApiHost()

/** Opens the form of a new note whose Guardar has had no answer: its write is sent again by itself. */
async function openWaiting(onNote: (id: string) => void = () => {}, record = waiting) {
  await startBrowser([record])
  await readJournal()
  const form = createNoteForm(null, BLANK, onNote)
  form.send({ is: 'asked', text: TEXT })
  form.send({ is: 'sent', pressed: record, chain: record, text: TEXT })
  form.send({ is: 'closed' })
  return form
}

const idsOfRecords = async () => (await storedRecords()).map(({ id }) => id)

test.describe('while another tab has the lock', () => {
  const { request } = navigator.locks
  const { timeout } = AbortSignal

  test.beforeEach(() => {
    AbortSignal.timeout = () => AbortSignal.abort()
    navigator.locks.request = () => Promise.reject(new DOMException('', 'AbortError'))
  })
  test.afterEach(() => Object.assign(navigator.locks, { request }))
  test.afterEach(() => Object.assign(AbortSignal, { timeout }))

  test('a press of a later text sends nothing, and the text stays a draft', async () => {
    const { get, send, autosave } = await openWaiting()
    autosave.change(LATER)
    send({ is: 'asked', text: LATER })
    const { state } = get()
    if (state.is !== 'saving') throw new Error(state.is)
    expect(await saveNote({ ...state, autosave }, LATER)).toMatchObject({ is: 'unsaved' })
    const records = async () => (await storedRecords()).map(({ text, write }) => [text, write?.kind])
    await expect.poll(records).toEqual([
      [TEXT, 'create'],
      [LATER, undefined],
    ])
  })

  test('a page that closes meanwhile has the text of a press in localStorage', async () => {
    await startBrowser()
    const { until, release } = held()
    navigator.locks.request = () => until.then(() => Promise.reject(new DOMException('', 'AbortError')))
    const { get, send, autosave } = createNoteForm(null, BLANK, () => {})
    autosave.change(LATER)
    send({ is: 'asked', text: LATER })
    const { state } = get()
    if (state.is !== 'saving') throw new Error(state.is)
    const saving = saveNote({ ...state, autosave }, LATER)
    document.dispatchEvent(new Event('pagehide'))
    expect(backedUpDrafts('ana')).toMatchObject([{ text: LATER }])
    release()
    await saving
    await expect.poll(storedRecords).toMatchObject([{ text: LATER }])
  })
})

for (const [what, left, kind] of [
  ['the write that has begun', 900_000, 'replace'],
  ['the text as a draft, if there is no room for the write', 500_000, undefined],
] as const)
  test(`a page that closes during a call has in localStorage ${what}`, async () => {
    const base = { title: 'Pan', content: 'a'.repeat(200_000) }
    const text = { ...base, content: `${base.content}b` }
    await startBrowser()
    globalThis.fetch = async () => new Response(JSON.stringify(base))
    const { get, send, autosave } = createNoteForm('n1', base, () => {})
    const isEditing = () => get().state.is
    await expect.poll(isEditing).toBe('editing')
    autosave.change(text)
    send({ is: 'asked', text })
    const { state } = get()
    if (state.is !== 'saving') throw new Error(state.is)
    const { until, release } = held()
    const { until: isSent, release: sent } = held()
    globalThis.fetch = async () => {
      sent()
      await until
      return new Response(null, { status: 429 })
    }
    fillStorage(left)
    const saving = saveNote({ ...state, autosave }, text)
    await isSent
    document.dispatchEvent(new Event('pagehide'))
    const kept = backedUpDrafts('ana').map(({ text, write }) => [text.content.length, write?.kind])
    expect(kept).toEqual([[200_001, kind]])
    release()
    await saving
  })

test('a creation that another tab has ended is looked for by its text, also where the host keeps keys', async () => {
  const { get, autosave } = await openWaiting(() => {}, write({ waits: true }))
  await removeDraft(write({}, { writtenAt: Infinity }))
  const { state } = get()
  if (state.is === 'opening') throw new Error(state.is)
  autosave.change(LATER)
  const calls: string[] = []
  globalThis.fetch = async (url, { method = 'GET' } = {}) => {
    const { pathname } = new URL(String(url))
    calls.push(`${method} ${pathname}`)
    const note = { _id: 'n1', ...TEXT }
    const body = pathname === '/api/notes' ? [note] : note
    return new Response(JSON.stringify(body), { headers: { 'Notas-Features': 'idempotency-key' } })
  }
  await saveNote({ ...state, autosave }, LATER)
  expect(calls).toEqual(['GET /api/notes', 'GET /api/notes/n1', 'PUT /api/notes/n1'])
})

test('the text of a press that waits for its lock is later in localStorage than its draft in the database', async () => {
  const { get, autosave } = await openWaiting()
  const { until, release } = held()
  const { request } = navigator.locks
  Object.assign(navigator.locks, { request: () => until.then(() => Promise.reject(new Error('No lock'))) })
  const { state } = get()
  if (state.is === 'opening') throw new Error(state.is)
  autosave.change(TEXT)
  const saving = saveNote({ ...state, autosave }, LATER)
  document.dispatchEvent(new Event('pagehide'))
  const [backup] = backedUpDrafts('ana')
  expect(backup).toMatchObject({ text: LATER, base: TEXT, follows: 'write' })
  expect(backup?.writtenAt).toBeGreaterThan(Math.max(...(await storedRecords()).map((one) => one.writtenAt)))
  Object.assign(navigator.locks, { request })
  globalThis.fetch = async () => new Response(null, { status: 429 })
  release()
  await saving
  await expect.poll(storedRecords).toMatchObject([{ text: LATER }])
})

test('a later text that is still to be sent when another user logs in is not stored as theirs', async () => {
  const { get, autosave } = await openWaiting()
  await putDraft(encode(write({ doneAt: 30, noteId: 'n1' }, { writtenAt: Date.now() })))
  const { request } = navigator.locks
  const switching = async (_: string, __: object, work: (lock: object) => unknown) => {
    const outcome = await work({})
    signIn('bea')
    return outcome
  }
  Object.assign(navigator.locks, { request: switching })
  const calls: string[] = []
  globalThis.fetch = async (_, { method = 'GET' } = {}) => {
    calls.push(method)
    return Response.json(TEXT)
  }
  const { state } = get()
  if (state.is === 'opening') throw new Error(state.is)
  await saveNote({ ...state, autosave }, LATER)
  Object.assign(navigator.locks, { request })
  expect(calls).toEqual([])
  expect((await storedRecords()).map(({ user }) => user)).not.toContain('bea')
})

test('a press whose code cannot be loaded leaves its text as the draft of its form', async () => {
  const { get, autosave } = await openWaiting()
  const { request } = navigator.locks
  const { until, release } = held()
  let working: unknown
  globalThis.fetch = () => until.then(() => new Response(null, { status: 429 }))
  const failing = async (_: string, __: object, work: (lock: object) => unknown) => {
    working = work({})
    throw new TypeError('Failed to fetch dynamically imported module')
  }
  Object.assign(navigator.locks, { request: failing })
  const { state } = get()
  if (state.is === 'opening') throw new Error(state.is)
  autosave.change(LATER)
  await expect(saveNote({ ...state, autosave }, LATER)).rejects.toThrow('Failed to fetch')
  Object.assign(navigator.locks, { request })
  autosave.change({ ...LATER, title: 'Mis plantas' })
  const drafts = async () => (await storedRecords()).flatMap(({ text, write }) => (write ? [] : text.title))
  await expect.poll(drafts).toEqual(['Mis plantas'])
  release()
  await working
})

test('a later text that is refused, of a write that was sent by itself meanwhile, is a draft of what is saved', async () => {
  const { get, send, autosave } = await openWaiting()
  await putDraft(encode(write({ doneAt: 30, noteId: 'n1' }, { writtenAt: Date.now() })))
  globalThis.fetch = async () => new Response(null, { status: 429 })
  autosave.change(LATER)
  send({ is: 'asked', text: LATER })
  const { state } = get()
  if (state.is !== 'saving') throw new Error(state.is)
  const result = await saveNote({ ...state, autosave }, LATER)
  if (result.is !== 'unsaved') throw new Error(result.is)
  send({ ...result, is: 'sent', text: result.decided })
  send({ is: 'closed' })
  expect(get().state).toMatchObject({ noteId: 'n1', origin: { base: TEXT } })
  const drafts = async () => (await storedRecords()).filter((record) => !record.write)
  await expect.poll(drafts).toMatchObject([{ noteId: 'n1', text: LATER, base: TEXT }])
})

for (const [when, status, what, left] of [
  ['a save was refused', 400, 'what an earlier save sent', LATER],
  ['the note was gone', 404, 'the text that was loaded', TEXT],
] as const)
  test(`what is typed after ${when} is stored as a draft, even ${what}`, async () => {
    const chain = write({ waits: true, kind: 'replace' }, { noteId: 'n1', text: LATER, base: TEXT })
    await startBrowser([chain])
    await readJournal()
    const { send, get, autosave } = createNoteForm('n1', { ...TEXT, etag: '"1"' }, () => {})
    send({ is: 'loaded', note: { ...TEXT, etag: '"1"' } })
    send({ is: 'asked', text: LATER })
    send({ is: 'sent', pressed: chain, chain, text: LATER })
    const typed = { title: 'Otro', content: 'texto' }
    autosave.change(typed)
    globalThis.fetch = async () => Response.json({ message: 'No.' }, { status })
    const { state } = get()
    if (state.is !== 'saving') throw new Error(state.is)
    await saveNote({ ...state, autosave }, typed)
    autosave.change(left)
    await expect.poll(storedRecords).toMatchObject([{ noteId: 'n1', text: left }])
  })

test('a text whose note another tab has deleted meanwhile is a draft, and the note is not deleted again', async () => {
  const { get, autosave } = await openWaiting()
  const found = { ...deletion({ doneAt: 30, noteId: 'n1' }), id: 'write', writtenAt: Date.now() }
  await putDraft(encode(found))
  const calls: string[] = []
  globalThis.fetch = async (_, { method = 'GET' } = {}) => {
    calls.push(method)
    return Response.json({ message: 'No.' }, { status: 404 })
  }
  const { state } = get()
  if (state.is === 'opening') throw new Error(state.is)
  expect(await saveNote({ ...state, autosave }, TEXT)).toMatchObject({ is: 'unsaved', chain: undefined })
  expect(calls).toEqual(['GET'])
  const drafts = async () => (await storedRecords()).filter((record) => !record.write)
  await expect.poll(drafts).toMatchObject([{ text: TEXT, base: BLANK }])
})

test('a text whose note this press finds in the trash is not saved: it is a draft', async () => {
  const { get, autosave } = await openWaiting()
  globalThis.fetch = async (url, { method = 'GET' } = {}) => {
    if (method === 'POST')
      return Response.json({ _id: 'n1' }, { status: 201, headers: { 'Notas-Trash': '30' } })
    return String(url).endsWith('/api/notes') ? Response.json([]) : Response.json({}, { status: 404 })
  }
  const { state } = get()
  if (state.is === 'opening') throw new Error(state.is)
  expect(await saveNote({ ...state, autosave }, TEXT)).toMatchObject({ is: 'unsaved', chain: undefined })
  const drafts = async () => (await storedRecords()).filter((record) => !record.write)
  await expect.poll(drafts).toMatchObject([{ text: TEXT, base: BLANK }])
})

for (const [what, text, expected] of [
  ['another text, which stays', { title: 'Otro', content: 'texto' }, ['Otro', LATER.title]],
  ['the text before, which ends', TEXT, [LATER.title]],
] as const)
  test(`a press leaves its record to another tab, if that has made a draft of it: with ${what}`, async () => {
    const { get, autosave } = await openWaiting()
    const { state: _, key: __, kind: ___, ...draft } = { ...waiting, text, writtenAt: Date.now() }
    await putDraft(encode(draft))
    await readJournal()
    globalThis.fetch = async () => new Response(null, { status: 429 })
    const { state } = get()
    if (state.is === 'opening') throw new Error(state.is)
    await saveNote({ ...state, autosave }, LATER)
    const records = async () => (await storedRecords()).map((one) => one.text.title)
    await expect.poll(records).toEqual(expected)
    expect((await storedRecords()).at(-1)?.id).not.toBe('write')
  })

test('a later text of a note that another tab has created, and its list has ended, replaces it', async () => {
  const { get, autosave } = await openWaiting(() => {}, write({ waits: true }))
  await removeDraft({ ...waiting, writtenAt: Infinity })
  const calls: string[] = []
  globalThis.fetch = async (_, { method = 'GET', body } = {}) => {
    if (body) calls.push(`${method} ${JSON.parse(String(body)).content}`)
    return Response.json(method === 'GET' && calls.length === 0 ? [] : { _id: 'n1', ...TEXT }, {
      headers: { 'Notas-Features': 'idempotency-key' },
    })
  }
  const { state } = get()
  if (state.is === 'opening') throw new Error(state.is)
  expect(await saveNote({ ...state, autosave }, LATER)).toEqual({ is: 'saved' })
  expect(calls).toEqual([`POST ${TEXT.content}`, `PUT ${LATER.content}`])
})

test('a later text of a note that another tab has created replaces it, though the form sent nothing yet', async () => {
  const { get, autosave } = await openWaiting(() => {}, write({ waits: true }))
  await putDraft(encode(write({ doneAt: Date.now(), noteId: 'n1' }, { writtenAt: Date.now() })))
  const calls: string[] = []
  globalThis.fetch = async (_, { method = 'GET', body } = {}) => {
    if (body) calls.push(`${method} ${JSON.parse(String(body)).content}`)
    return Response.json({ _id: 'n1', ...TEXT })
  }
  const { state } = get()
  if (state.is === 'opening') throw new Error(state.is)
  expect(await saveNote({ ...state, autosave }, LATER)).toEqual({ is: 'saved' })
  expect(calls).toEqual([`PUT ${LATER.content}`])
})

test('a press that is merged with the text of another form, and refused, leaves both', async () => {
  const { get, autosave } = await openWaiting(() => {}, write({ waits: true }))
  await putDraft(encode(write({ waits: true }, { text: LATER, writtenAt: Date.now() })))
  globalThis.fetch = async () => Response.json({ message: 'No.' }, { status: 400 })
  const { state } = get()
  if (state.is === 'opening') throw new Error(state.is)
  await saveNote({ ...state, autosave }, { ...TEXT, title: 'Mis plantas' })
  const texts = async () => (await storedRecords()).map(({ text, write }) => [text, write?.kind])
  await expect.poll(texts).toEqual([
    [{ ...LATER, title: 'Mis plantas' }, undefined],
    [{ ...TEXT, title: 'Mis plantas' }, undefined],
  ])
})

test('a draft that follows a note that another form saves is a draft of that note', async () => {
  const { get, autosave } = await openWaiting()
  const typed = { title: 'Otro', content: 'texto' }
  const draft = { id: 'typed', user: 'ana', noteId: null, text: typed, base: TEXT, follows: 'write' }
  await putDraft({ ...draft, writtenAt: Date.now() })
  globalThis.fetch = async (_, { method = 'GET' } = {}) =>
    method === 'POST' ? Response.json({ _id: 'n1' }, { status: 201 }) : Response.json([])
  const { state } = get()
  if (state.is === 'opening') throw new Error(state.is)
  expect(await saveNote({ ...state, autosave }, TEXT)).toEqual({ is: 'saved' })
  const drafts = async () => (await storedRecords()).filter((record) => !record.write)
  await expect.poll(drafts).toMatchObject([{ noteId: 'n1', text: typed, base: TEXT }])
})

for (const [what, others, base] of [
  ['as a draft', [{ ...TEXT, content: 'Poda' }], TEXT],
  ['without a trace', [], BLANK],
] as const)
  test(`a draft that follows a write that has ended ${what} does not take its text for that of the note`, async () => {
    const known = { user: 'ana', noteId: 'n1', writtenAt: 20 }
    const draft = { ...known, id: 'draft', text: LATER, base: { ...TEXT, content: 'Poda' }, follows: 'write' }
    const ended = others.map((text) => ({ ...known, id: 'write', text, base: TEXT }))
    await startBrowser([draft, ...ended])
    const form = createNoteForm('n1', undefined, () => {})
    form.load(TEXT)
    await expect.poll(() => form.get().offered).toBeDefined()
    form.recover(draft)
    expect(form.get().state).toMatchObject({ origin: { base }, start: { text: LATER } })
    await expect.poll(idsOfRecords).not.toContain('draft')
  })

test('a draft that follows a creation whose next version waits follows that', async () => {
  const later = write({ kind: 'replace', waits: true }, { id: 'write-next', noteId: 'n1', text: LATER })
  const typed = { title: 'Otro', content: 'texto' }
  const draft = { id: 'draft', user: 'ana', noteId: null, text: typed, base: LATER, writtenAt: 20 }
  await startBrowser([later, { ...draft, follows: 'write' }])
  await readJournal()
  const form = createNoteForm(null, BLANK, () => {})
  form.load(BLANK)
  form.recover({ ...draft, follows: 'write' })
  expect(form.get().state).toMatchObject({
    chain: { id: 'write-next' },
    decided: LATER,
    start: { text: typed },
  })
})

test('what was typed before a write is recovered is offered back', async () => {
  const waits = write({ waits: true, kind: 'replace' }, { noteId: 'n1', text: LATER })
  await startBrowser([waits])
  await readJournal()
  const form = createNoteForm('n1', undefined, () => {})
  form.load(TEXT)
  const typed = { ...TEXT, title: 'Mis plantas' }
  form.autosave.change(typed)
  form.recover(waits)
  await expect.poll(() => form.get().offered?.text).toEqual(typed)
})

test('an earlier draft of what has been saved by itself is not offered', async () => {
  const known = { id: 'draft', user: 'ana', noteId: 'n1', text: LATER, base: TEXT, writtenAt: 20 }
  await startBrowser([known])
  const form = createNoteForm('n1', undefined, () => {})
  const close = form.open()
  form.load(TEXT)
  form.recover(known)
  await expect.poll(idsOfRecords).not.toContain('draft')
  await form.autosave.leave()
  const [own] = await storedRecords()
  const text = { ...LATER, title: 'Mis plantas' }
  const saved = write({ kind: 'replace', waits: true }, { ...own, text, writtenAt: Date.now() })
  await putDraft(encode(saved))
  form.send({ is: 'asked', text })
  form.send({ is: 'sent', pressed: saved, chain: saved, text })
  form.send({ is: 'closed' })
  const done = write(
    { kind: 'replace', doneAt: 30, noteId: 'n1' },
    { ...own, text, writtenAt: Date.now() + 1 },
  )
  await putDraft(encode(done))
  await readJournal()
  await expect.poll(() => form.get().state).toMatchObject({ saved: text, chain: undefined })
  await readJournal()
  expect(form.get().offered).toBeUndefined()
  close()
})

test('a draft that another tab has gone on with is offered again', async () => {
  const draft = { id: 'draft', user: 'ana', noteId: 'n1', text: LATER, base: TEXT, writtenAt: 20 }
  await startBrowser([draft])
  const form = createNoteForm('n1', undefined, () => {})
  form.load(TEXT)
  await expect.poll(() => form.get().offered).toBeDefined()
  const text = { ...LATER, title: 'Mis plantas' }
  await putDraft({ ...draft, text, writtenAt: 21 })
  form.recover(draft)
  await expect.poll(() => form.get().offered?.text).toEqual(text)
})

test('a draft that another form saves is offered no longer', async () => {
  const known = { user: 'ana', noteId: null, base: BLANK, writtenAt: 20 }
  const text = { title: 'Regalos', content: '' }
  const draft = { ...known, id: 'saved elsewhere', text }
  await startBrowser([draft, { ...known, id: 'other', text: TEXT, writtenAt: 15 }])
  const form = createNoteForm(null, BLANK, () => {})
  const close = form.open()
  form.load(BLANK)
  await expect.poll(() => form.get().offered?.id).toBe('saved elsewhere')
  // A write that has ended since is offered no longer, either.
  await putDraft(encode(write({ waits: true }, { id: 'ended', writtenAt: 25 })))
  form.load(BLANK)
  await expect.poll(() => form.get().offered?.id).toBe('ended')
  await discardText(write({ waits: true }, { id: 'ended', writtenAt: 25 }))
  expect(form.get().offered?.id).toBe('saved elsewhere')
  await removeDraft(draft)
  await putDraft(encode(write({ doneAt: 21, noteId: 'n1' }, { text, writtenAt: 21 })))
  hearOfChange()
  await expect.poll(() => form.get().offered?.id).toBe('other')
  close()
})

test('a text that is recovered is not replaced by another one in conflict', async () => {
  const draft = { id: 'draft', user: 'ana', noteId: null, text: LATER, base: BLANK, writtenAt: 20 }
  await startBrowser([write({ isConflict: true }), draft])
  await readJournal()
  const form = createNoteForm(null, BLANK, () => {})
  form.recover(draft)
  await expect.poll(() => form.get().offered?.id).toBe('write')
  expect(form.get().state).toMatchObject({ is: 'editing', start: { text: LATER } })
  await expect.poll(idsOfRecords).not.toContain('draft')
})

for (const [isLeft, expected] of [
  [false, ['n1']],
  [true, []],
] as const)
  test(`a note that is saved by itself is ${isLeft ? 'not ' : ''}gone on with where its form is ${isLeft ? 'left' : 'open'}`, async () => {
    const notes: string[] = []
    const form = await openWaiting((id) => notes.push(id))
    const close = form.open()
    if (isLeft) close()
    form.send({ is: 'journal changed', writes: [write({ doneAt: 30, noteId: 'n1' })] })
    if (!isLeft) close()
    expect(notes).toEqual(expected)
    expect(form.get().state).toMatchObject({ noteId: 'n1' })
  })

for (const [what, stored, expected] of [
  ['in conflict is saved without a question', { isConflict: true }, 1],
  ['that waits is asked about', { waits: true, isUnknown: true }, 0],
] as const)
  test(`Guardar of a text ${what}, once`, async () => {
    let saved = 0
    await startBrowser([])
    const form = createNoteForm(
      null,
      BLANK,
      () => {},
      () => saved++,
    )
    const close = form.open()
    form.recover(write(stored))
    form.send({ is: 'asked', text: LATER })
    form.send({ is: 'asked', text: LATER })
    close()
    expect(saved).toBe(expected)
  })

/** Saves a later text in a note. Returns the calls. */
async function callsOfSave(note: LoadedNote = TEXT, act: (form: NoteFormStore) => void = () => {}) {
  const form = createNoteForm('n1', note, () => {})
  const { get, send, autosave } = form
  act(form)
  const text = LATER
  send({ is: 'asked', text })
  const { state } = get()
  if (state.is !== 'saving') throw new Error(state.is)
  const calls: string[] = []
  globalThis.fetch = async (_, { method = 'GET' } = {}) => {
    calls.push(method)
    return Response.json({ _id: 'n1', ...TEXT })
  }
  await saveNote({ ...state, autosave }, text)
  return calls
}

test('a note is loaded again before it is replaced where another save of this browser may have changed it', async () => {
  for (const [noteId, saved, etag, calls] of [
    ['n1', LATER, undefined, ['GET', 'PUT']],
    ['n1', TEXT, undefined, ['PUT']],
    ['n1', LATER, '"1"', ['PUT']],
    ['n2', LATER, undefined, ['PUT']],
  ] as const) {
    await startBrowser([write({ kind: 'replace', doneAt: 5 }, { id: 'other', noteId, text: saved })])
    await readJournal()
    expect(await callsOfSave({ ...TEXT, etag })).toEqual(calls)
  }
})

for (const [name, host, saved] of [
  ['that was not saved, is merged with the note', 'Pan\nSecreto\nLeche', 'Pan\nLeche\nQueso'],
  ['that is saved, is saved as it was typed', 'Pan\nLeche', 'Pan\nSecreto\nLeche\nQueso'],
] as const)
  test(`a text that a version has replaced, ${name}`, async () => {
    await startBrowser()
    const note = (content: string) => ({ title: 'Compra', content })
    const [before, version] = [note('Pan\nSecreto\nLeche'), note('Pan\nLeche')]
    const typed = note(host === version.content ? 'Pan\nSecreto\nLeche\nQueso' : 'Pan\nLeche\nQueso')
    const base = { ...version, typedOn: before }
    const { send, get, load, recover, autosave } = createNoteForm('n1', undefined, () => {})
    load(before)
    recover({ id: 'draft', user: 'ana', noteId: 'n1', text: typed, base, writtenAt: 20 })
    send({ is: 'asked', text: typed })
    const { state } = get()
    if (state.is !== 'saving') throw new Error(state.is)
    const bodies: string[] = []
    globalThis.fetch = async (_, { body } = {}) => {
      if (body) bodies.push(String(body))
      return Response.json({ _id: 'n1', ...note(host) })
    }
    await saveNote({ ...state, autosave }, typed)
    expect(bodies.map((body) => JSON.parse(body).content)).toEqual([saved])
  })

test('a note is loaded again before it is replaced after a login elsewhere', async () => {
  const logInElsewhere = (form: NoteFormStore) => {
    const leave = form.open()
    notify()
    leave()
  }
  await startBrowser()
  expect(await callsOfSave(TEXT, logInElsewhere)).toEqual(['GET', 'PUT'])
})

test.describe('with a list', () => {
  let whenIdle = () => {}

  test.beforeEach(() => {
    const requestIdleCallback = (work: () => void) => {
      whenIdle = work
      return 1
    }
    Object.assign(globalThis, { requestIdleCallback })
  })
  test.afterEach(() => Object.assign(globalThis, { requestIdleCallback: undefined }))

  for (const [name, listed, copied, equalBefore] of [
    ['of a text that the list does not have yet', [{ ...LATER, _id: 'n1' }], { ...TEXT, _id: 'n1' }, 1],
    ['of a text that the list has', [{ ...TEXT, _id: 'n1' }], { ...TEXT, _id: 'n1' }, 1],
    ['of a text that another note has too', [{ ...TEXT, _id: 'n2' }], { ...TEXT, _id: 'n1' }, 2],
    ['of a text that was not saved', [{ ...LATER, _id: 'n1' }], { ...LATER, _id: 'n1' }, 0],
    ['before the first list', undefined, { ...TEXT, _id: 'n1' }, 1],
  ] as const)
    test(`a copy is not taken for its original: ${name}`, async () => {
      await startBrowser()
      globalThis.fetch = async () => Response.json(listed)
      if (listed) await loadNotes(() => {})
      const { get, send, load, autosave } = createNoteForm(null, undefined, () => {})
      const { _id: noteId, ...latest } = copied
      const original = { noteId, origin: { base: latest, latest }, autosave }
      duplicateText(TEXT, original)
      load(BLANK)
      send({ is: 'asked', text: TEXT })
      const { state } = get()
      if (state.is !== 'saving') throw new Error(state.is)
      globalThis.fetch = () => Promise.reject(new TypeError('no network'))
      await saveNote({ ...state, autosave }, TEXT)
      await expect.poll(storedRecords).toMatchObject([{ write: { kind: 'create', equalBefore } }])
    })

  test('a new note is compared with what was saved since the list, too', async () => {
    const since = { kind: 'replace', doneAt: Date.now() + 60_000, noteId: 'n1' } as const
    await startBrowser([write(since, { id: 'since', noteId: 'n1', text: TEXT })])
    await readJournal()
    globalThis.fetch = async () => Response.json([{ ...LATER, _id: 'n1' }])
    await loadNotes(() => {})
    const { get, send, autosave } = createNoteForm(null, BLANK, () => {})
    send({ is: 'asked', text: TEXT })
    const { state } = get()
    if (state.is !== 'saving') throw new Error(state.is)
    globalThis.fetch = () => Promise.reject(new TypeError('no network'))
    await saveNote({ ...state, autosave }, TEXT)
    const creations = async () => (await storedRecords()).filter((record) => record.write?.kind === 'create')
    await expect.poll(creations).toMatchObject([{ write: { equalBefore: 1 } }])
  })

  test('a list that no screen takes ends no write, which a screen with an older list still shows', async () => {
    const done = write({ doneAt: 5, noteId: 'n1' })
    for (const isLeft of [true, false]) {
      await startBrowser([done])
      await readJournal()
      globalThis.fetch = async () => Response.json([{ ...TEXT, _id: 'n1' }])
      const loading = loadNotes(() => {})
      if (isLeft) ignoreCurrentRequests()
      await loading
      whenIdle()
      if (!isLeft) await expect.poll(getWrites).toEqual([])
      // A write that the list ends would have ended by now.
      else for (let turn = 0; turn < 8; turn += 1) await readJournal()
      expect(getWrites()).toEqual(isLeft ? [done] : [])
    }
  })
})
