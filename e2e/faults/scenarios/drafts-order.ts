import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { expectCachedList, waitForServiceWorker } from '../../support/browser-storage'
import { content, expectDrafts } from '../../support/drafts'
import { BASE } from '../../support/fixtures'
import type { Random } from '../../support/random'
import { NOTE, SAID } from '../harness/desk'
import { PARTINGS } from '../harness/partings'
import type { Place } from '../harness/place'
import { startTyping } from '../harness/typist'

const DAY = 24 * 3_600_000
const ADDED = 'Abono los jueves.\n'

/** Someone types a note back to what an older list says of it, and opens it without a network. */
export async function olderCopy({ trial, context, desk, name }: Place): Promise<void> {
  const { random, fault } = trial
  const id = await desk.newNote()
  const page = await context.newPage()
  await page.goto(`${BASE}/notas`)
  await expectCachedList(page, ['Plantas'])
  await waitForServiceWorker(page)
  await desk.changeElsewhere(id, NOTE + ADDED)
  if (random.chance(0.5)) await page.getByRole('link', { name: 'Editar nota: Plantas' }).click()
  else await page.goto(`${BASE}/note-editor/${id}`)
  await typeBack(page)
  if (random.chance(0.5)) await expectDrafts(page, [NOTE])

  await context.setOffline(true)
  if (random.chance(0.5)) {
    await PARTINGS.left(page)
    await setTimeout(random.between(0, 500))
  }
  if (random.chance(0.3)) await page.goto(`${BASE}/notas`)
  await page.goto(`${BASE}/note-editor/${id}`)
  const isOffered = await page
    .getByRole('button', { name: 'Recuperar' })
    .waitFor()
    .then(...SAID)
  if (!isOffered) fault('hidden', name)
  if (random.chance(0.3)) await page.goto(`${BASE}/notas`)

  await context.setOffline(false)
  if (random.chance(0.5)) await page.goto(`${BASE}/notas`)
  await page.goto(`${BASE}/note-editor/${id}`)
  await desk.expectRecovered(page, [[NOTE]])
  await desk.expectSaved(page, id)
  await desk.expectNoDraft(page)
}

async function typeBack(page: Page): Promise<void> {
  await page.waitForFunction((text) => document.querySelector('textarea')?.value === text, NOTE + ADDED)
  await content(page).focus()
  await page.keyboard.press('Control+End')
  for (const _ of ADDED) await page.keyboard.press('Backspace')
}

/** The clock stands wrong while someone types, and is set right before or after more is typed. */
export async function wrongClock({ trial, context, desk, name }: Place): Promise<void> {
  const { random, fault } = trial
  const id = random.chance(0.75) ? await desk.newNote() : undefined
  const path = id === undefined ? '/create-note' : `/note-editor/${id}`
  const setRight = () => context.clock.setSystemTime(Date.now())
  await context.clock.install({ time: Date.now() + random.pick([-DAY, DAY]) })

  let page = await context.newPage()
  const isOpenedTwice = random.chance(0.5)
  await page.goto(`${BASE}${path}`)
  const screens = [await typeFor(page, random, isOpenedTwice ? undefined : setRight)]
  if (isOpenedTwice) {
    page = await part(page, random)
    await setRight()
    await page.goto(`${BASE}${path}`)
    await page.getByRole('button', { name: 'Recuperar' }).waitFor()
    screens.unshift(await typeFor(page, random))
  }
  const isDeleted = id !== undefined && random.chance(0.4)
  if (isDeleted) await desk.deleteElsewhere(id)

  page = await part(page, random)
  await page.goto(`${BASE}/notas`)
  await page.getByRole('link', { name: /^Abrir borrador/ }).click()
  const [latest] = await desk.expectRecovered(page, screens)
  if (latest !== undefined && !screens[0]?.includes(latest)) fault('out of order', `${name}: ${latest}`)
  await desk.expectSaved(page, isDeleted ? undefined : id)
}

/**
 * Types for a while, and resolves to what may be found again of it.
 *
 * @param inTheMiddle what happens between two keys
 */
async function typeFor(
  page: Page,
  random: Random,
  inTheMiddle: () => Promise<void> = async () => {},
): Promise<string[]> {
  const typist = await startTyping(page, random.fork())
  await setTimeout(random.between(500, 1200))
  await inTheMiddle()
  await setTimeout(random.between(500, 1200))
  const moment = performance.now()
  await typist.stop()
  return typist.recoverableAt(moment)
}

function part(page: Page, random: Random): Promise<Page> {
  return random.pick(Object.values(PARTINGS))(page, page.context())
}
