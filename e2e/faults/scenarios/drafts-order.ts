import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { open } from '../../support/actions'
import { installServiceWorker, openCachedList } from '../../support/browser-storage'
import { content, expectDrafts } from '../../support/drafts'
import type { Random } from '../../support/random'
import { succeeds } from '../../support/wait-for'
import { NOTE, type Writer } from '../harness/note-driver'
import { PAGE_EXITS } from '../harness/page-exits'
import { startTyping } from '../harness/typist'

const DAY = 24 * 3_600_000
const ADDED = 'Abono los jueves.\n'

/** A user edits a note back to its text in an older cached list, and opens it offline. */
export async function olderCopy({ scenario, context, driver, name }: Writer): Promise<void> {
  const { random, fault } = scenario
  const id = await driver.newNote()
  const page = await context.newPage()
  await openCachedList(page, ['Plantas'])
  await installServiceWorker(page)
  await driver.changeOnOtherDevice(id, NOTE + ADDED)
  if (random.chance(0.5)) await page.getByRole('link', { name: 'Editar nota: Plantas' }).click()
  else await open(page, `/note-editor/${id}`)
  await typeBack(page)
  if (random.chance(0.5)) await expectDrafts(page, [NOTE])

  await context.setOffline(true)
  if (random.chance(0.5)) {
    await PAGE_EXITS.cancelled(page)
    await setTimeout(random.between(0, 500))
  }
  if (random.chance(0.3)) await open(page, '/notas')
  await open(page, `/note-editor/${id}`)
  const isOffered = await succeeds(page.getByRole('button', { name: 'Recuperar' }).waitFor())
  if (!isOffered) fault('not offered', name)
  if (random.chance(0.3)) await open(page, '/notas')

  await context.setOffline(false)
  if (random.chance(0.5)) await open(page, '/notas')
  await open(page, `/note-editor/${id}`)
  await driver.expectRecovered(page, [[NOTE]])
  await driver.expectSaved(page, id)
  await driver.expectNoDraft(page)
}

async function typeBack(page: Page): Promise<void> {
  await page.waitForFunction((text) => document.querySelector('textarea')?.value === text, NOTE + ADDED)
  await content(page).focus()
  await page.keyboard.press('Control+End')
  for (const _ of ADDED) await page.keyboard.press('Backspace')
}

/** The clock is wrong while a user types, and is corrected before or after more typing. */
export async function wrongClock({ scenario, context, driver, name }: Writer): Promise<void> {
  const { random, fault } = scenario
  const { id, path } = await driver.someForm()
  const correctClock = () => context.clock.setSystemTime(Date.now())
  await context.clock.install({ time: Date.now() + random.pick([-DAY, DAY]) })

  let page = await context.newPage()
  const isOpenedTwice = random.chance(0.5)
  await open(page, path)
  const screens = [await typeFor(page, random, isOpenedTwice ? undefined : correctClock)]
  if (isOpenedTwice) {
    page = await leaveForm(page, random)
    await correctClock()
    await open(page, path)
    await page.getByRole('button', { name: 'Recuperar' }).waitFor()
    screens.unshift(await typeFor(page, random))
  }
  const isDeleted = id !== undefined && random.chance(0.4)
  if (isDeleted) await driver.deleteOnOtherDevice(id)

  page = await leaveForm(page, random)
  await open(page, '/notas')
  await page.getByRole('link', { name: /^Abrir borrador/ }).click()
  const [latest] = await driver.expectRecovered(page, screens)
  if (latest !== undefined && !screens[0]?.includes(latest)) fault('wrong order', `${name}: ${latest}`)
  await driver.expectSaved(page, isDeleted ? undefined : id)
}

/** Calls `interrupt` between two keys, and resolves to the texts that may be recovered. */
async function typeFor(
  page: Page,
  random: Random,
  interrupt: () => Promise<void> = async () => {},
): Promise<string[]> {
  const typist = await startTyping(page, random.fork())
  await setTimeout(random.between(500, 1200))
  await interrupt()
  await setTimeout(random.between(500, 1200))
  const moment = performance.now()
  await typist.stop()
  return typist.recoverableAt(moment)
}

function leaveForm(page: Page, random: Random): Promise<Page> {
  return random.pick(Object.values(PAGE_EXITS))(page)
}
