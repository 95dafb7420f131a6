import { expect, test } from '@playwright/test'
import { BLANK } from '@/lib/domain/note'
import { type AutosaveStatus, createAutosave } from '@/lib/drafts/autosave'
import { putDraft } from '@/lib/drafts/write-drafts'
import { removeDraftsOf } from '@/lib/notes/save-note'
import { endSession } from '@/lib/session/token'
import { readJournal } from '@/lib/writes/journal'
import { signIn, startBrowser, storedRecords } from './browser'
import { LATER, TEXT } from './records'

const THIRD = { ...TEXT, content: 'Otra vez' }

async function open(noteId: string | null = 'n1', user: string | null = 'ana') {
  await startBrowser([], user)
  const told: AutosaveStatus[] = []
  const autosave = createAutosave(noteId, (status) => told.push(status))
  autosave.setBase(TEXT)
  return { autosave, told }
}

const texts = async () => (await storedRecords()).map(({ text }) => text)

test('what is typed is stored a tenth of a second later, as a draft of its owner and its note', async () => {
  const { autosave, told } = await open()
  autosave.change(LATER)
  expect(await texts()).toEqual([])
  await expect.poll(storedRecords).toMatchObject([{ user: 'ana', noteId: 'n1', text: LATER, base: TEXT }])
  await expect.poll(() => told).toEqual(['saved'])
})

test('a text that is the note again has no draft', async () => {
  const { autosave } = await open()
  autosave.change(LATER)
  await expect.poll(texts).toEqual([LATER])
  autosave.change(TEXT)
  await expect.poll(texts).toEqual([])
})

test('what is typed after a decision is another draft', async () => {
  const { autosave } = await open()
  autosave.change(LATER)
  await expect.poll(texts).toEqual([LATER])
  const [decided] = await storedRecords()
  expect(autosave.decide()).toBe(decided?.id)
  autosave.change(THIRD)
  await expect.poll(texts).toEqual([LATER, THIRD])
})

test('a decision that is taken back is the draft again, also with the text of the note', async () => {
  const { autosave } = await open()
  autosave.change(LATER)
  const decided = autosave.decide()
  autosave.takeBack(decided, TEXT)
  await expect.poll(storedRecords).toMatchObject([{ id: decided, text: TEXT }])
})

test('what is typed while a new note waits follows it, and is a draft of the note once it is there', async () => {
  const { autosave } = await open(null)
  autosave.follow('write', TEXT)
  autosave.change(LATER)
  await expect
    .poll(storedRecords)
    .toMatchObject([{ noteId: null, follows: 'write', text: LATER, base: TEXT }])
  autosave.become('n2', TEXT)
  await expect.poll(storedRecords).toMatchObject([{ noteId: 'n2', text: LATER, base: TEXT }])
  expect((await storedRecords())[0]?.follows).toBeUndefined()
})

test('a recovered draft goes on under another id', async () => {
  const { autosave } = await open()
  const draft = { id: 'found', user: 'ana', noteId: 'n1', text: LATER, base: BLANK, writtenAt: 5 }
  await startBrowser([draft])
  await autosave.adopt(draft)
  const [adopted, ...others] = await storedRecords()
  expect(others).toEqual([])
  expect(adopted).toMatchObject({ text: LATER, base: BLANK })
  expect(adopted?.id).not.toBe('found')
  expect(adopted && autosave.isOwn(adopted)).toBe(true)
})

test('a form that goes on with another text leaves what was typed as a draft', async () => {
  const { autosave } = await open()
  autosave.change(LATER)
  autosave.leave()
  autosave.change(THIRD)
  await expect.poll(texts).toEqual([LATER, THIRD])
})

test('a form that is done clears its draft, and nothing else', async () => {
  const { autosave } = await open()
  autosave.change(LATER)
  await expect.poll(texts).toEqual([LATER])
  const [draft] = await storedRecords()
  await putDraft({ ...draft, id: 'other' } as never)
  await autosave.clear()
  expect(await storedRecords()).toMatchObject([{ id: 'other' }])
})

test('a text that another one was chosen over clears all drafts that have it', async () => {
  await open()
  const draft = { id: 'same', user: 'ana', noteId: null, text: LATER, base: BLANK, writtenAt: 20 }
  await startBrowser([draft, { ...draft, id: 'other', text: THIRD }])
  await removeDraftsOf('ana', null, LATER)
  expect(await texts()).toEqual([THIRD])
})

test('nothing is stored of a form after a sign-out, or of somebody who is not signed in', async () => {
  const { autosave, told } = await open('n1', null)
  autosave.change(LATER)
  await expect.poll(() => told).toEqual(['signed-out'])
  signIn('ana')
  autosave.change(LATER)
  await expect.poll(texts).toEqual([LATER])
  endSession()
  autosave.change(THIRD)
  autosave.decide()
  expect(await texts()).toEqual([LATER])
})

test('a draft in localStorage, where the database failed, is read by its owner alone', async () => {
  const draft = { id: 'draft', noteId: null, text: LATER, base: BLANK, writtenAt: 10 }
  for (const [user, expected] of [
    ['ana', ['draft']],
    ['bea', []],
  ] as const) {
    await startBrowser([], user)
    localStorage.setItem('notas-draft-draft', JSON.stringify({ ...draft, user: 'ana' }))
    expect((await readJournal()).map(({ id }) => id)).toEqual(expected)
  }
})
