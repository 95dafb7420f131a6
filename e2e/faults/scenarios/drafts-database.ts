import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { blockDatabase, evictDatabase } from '../../support/browser-database'
import { expectCachedList } from '../../support/browser-storage'
import { BASE } from '../../support/fixtures'
import { PARTINGS } from '../harness/partings'
import type { Place } from '../harness/place'
import { startTyping } from '../harness/typist'

type Form = { page: Page; path: string; id: string | undefined }

/** The browser's database does not answer before the text is saved. */
export async function silentDatabase(place: Place): Promise<void> {
  let release = async () => {}
  const page = await writeInSilence(place, (end) => {
    release = end
  })
  await release()
  await place.desk.expectNoDraft(page)
}

/** It answers after some seconds: while someone types, looks for the text, or has saved it. */
export async function lateDatabase(place: Place): Promise<void> {
  let released: Promise<void> | undefined
  const page = await writeInSilence(place, (end) => {
    released = setTimeout(place.trial.random.between(2500, 5000)).then(end)
  })
  await released
  await place.desk.expectNoDraft(page)
}

/** The browser throws the database away in the middle of typing. */
export async function lostDatabase(place: Place): Promise<void> {
  const form = await newForm(place)
  const page = await writeAndSave(place, form, async () => {
    await evictDatabase(form.page)
    await setTimeout(place.trial.random.between(0, 1500))
  })
  await place.desk.expectNoDraft(page)
}

/** @param onSilence given how to end it */
async function writeInSilence(place: Place, onSilence: (end: () => Promise<void>) => void): Promise<Page> {
  const { random } = place.trial
  const form = await newForm(place)
  const silence = async () => onSilence(await blockDatabase(place.context))
  const isBefore = random.chance(0.5)
  if (isBefore) await silence()
  return writeAndSave(place, form, async () => {
    if (!isBefore) await silence()
    // Less and more than a page waits for the database.
    await setTimeout(random.between(0, 4000))
  })
}

/** The list has made the database. */
async function newForm({ context, desk, trial }: Place): Promise<Form> {
  const id = trial.random.chance(0.75) ? await desk.newNote() : undefined
  const page = await context.newPage()
  await page.goto(`${BASE}/notas`)
  await expectCachedList(page, id === undefined ? [] : ['Plantas'])
  return { page, path: id === undefined ? '/create-note' : `/note-editor/${id}`, id }
}

/**
 * Types, leaves, and saves what is found again.
 *
 * @param meanwhile what happens while someone types
 */
async function writeAndSave(
  { context, desk, trial }: Place,
  { page, path, id }: Form,
  meanwhile: () => Promise<void>,
): Promise<Page> {
  const { random } = trial
  await page.goto(`${BASE}${path}`)
  const typist = await startTyping(page, random.fork())
  await setTimeout(random.between(400, 1500))
  await meanwhile()
  const moment = performance.now()
  const parting = random.pick(['reloaded', 'closed', 'left'] as const)
  const stopped = typist.stop()
  // Whoever presses a button types no longer.
  if (parting === 'left') await stopped
  const next = await PARTINGS[parting](page, context)
  await stopped
  await next.goto(`${BASE}${path}`)
  await desk.expectRecovered(next, [typist.recoverableAt(moment)])
  await desk.expectSaved(next, id)
  return next
}
