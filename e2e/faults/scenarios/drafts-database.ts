import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { open } from '../../support/actions'
import { blockDatabase, evictDatabase } from '../../support/browser-database'
import { openCachedList } from '../../support/browser-storage'
import type { Form, Writer } from '../harness/note-driver'
import { PAGE_EXITS } from '../harness/page-exits'
import { startTyping } from '../harness/typist'

type OpenForm = Form & { page: Page }

/** The database responds after some seconds: while the user types, recovers the text, or has saved it. */
export async function slowDatabase(writer: Writer): Promise<void> {
  let released: Promise<void> | undefined
  const page = await writeInSilence(writer, (end) => {
    released = setTimeout(writer.scenario.random.between(2500, 5000)).then(end)
  })
  await released
  await writer.driver.expectNoDraft(page)
}

export async function evictedDatabase(writer: Writer): Promise<void> {
  const form = await newForm(writer)
  const page = await writeAndSave(writer, form, async () => {
    await evictDatabase(form.page)
    await setTimeout(writer.scenario.random.between(0, 1500))
  })
  await writer.driver.expectNoDraft(page)
}

/** @param onSilence called with a function that ends the silence */
async function writeInSilence(writer: Writer, onSilence: (end: () => Promise<void>) => void): Promise<Page> {
  const { random } = writer.scenario
  const form = await newForm(writer)
  const silence = async () => onSilence(await blockDatabase(writer.context))
  const isBefore = random.chance(0.5)
  if (isBefore) await silence()
  return writeAndSave(writer, form, async () => {
    if (!isBefore) await silence()
    // Shorter and longer than a page waits for the database.
    await setTimeout(random.between(0, 4000))
  })
}

/** Opens the list first, which creates the database. */
async function newForm({ context, driver }: Writer): Promise<OpenForm> {
  const form = await driver.someForm()
  const page = await context.newPage()
  await openCachedList(page, form.id === undefined ? [] : ['Plantas'])
  return { ...form, page }
}

/** Types, calls `interrupt` meanwhile, leaves the form, and saves the recovered text. */
async function writeAndSave(
  { driver, scenario }: Writer,
  { page, path, id }: OpenForm,
  interrupt: () => Promise<void>,
): Promise<Page> {
  const { random } = scenario
  await open(page, path)
  const typist = await startTyping(page, random.fork())
  await setTimeout(random.between(400, 1500))
  await interrupt()
  const moment = performance.now()
  const exit = random.pick(['reloaded', 'closed', 'cancelled'] as const)
  const stopped = typist.stop()
  // A user who presses a button has stopped typing.
  if (exit === 'cancelled') await stopped
  const next = await PAGE_EXITS[exit](page)
  await stopped
  await open(next, path)
  await driver.expectRecovered(next, [typist.recoverableAt(moment)])
  await driver.expectSaved(next, id)
  return next
}
