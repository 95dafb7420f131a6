import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { fillLogin, signIn, write } from '../../support/actions'
import { readAllStorage } from '../../support/browser-storage'
import { content } from '../../support/drafts'
import { BASE } from '../../support/fixtures'
import { SAID } from '../harness/desk'
import type { Place } from '../harness/place'
import type { Person } from '../harness/scenario'
import { startTyping } from '../harness/typist'
import { until } from '../harness/wait-for'

/** More than a page writes at one go. */
const LONG = 150_000

/** State of the writing tab while another tab signs out. */
const MEANWHILE: Record<string, (page: Page) => Promise<unknown>> = {
  'typed on': async () => {},
  closed: (page) => page.close(),
  busy: (page) => keepBusy(page, 300),
}

/** Someone signs out while another tab is being written in: nothing is left. */
export async function signedOutElsewhere(place: Place): Promise<void> {
  const { trial, context, desk, name } = place
  const { random, secret } = trial
  const [list, writer] = [await context.newPage(), await context.newPage()]
  await list.goto(`${BASE}/notas`)
  const path = random.chance(0.5) ? `/note-editor/${await desk.newNote()}` : '/create-note'
  await writer.goto(`${BASE}${path}`)
  await content(writer).fill(textOf(secret) + ' '.repeat(random.chance(0.3) ? LONG : 0))
  const stop = await typeFast(writer, `${textOf(secret)} `)
  await setTimeout(random.between(50, 1000))

  const doing = random.pick(Object.keys(MEANWHILE))
  const meanwhile = async () => {
    await setTimeout(random.below(60))
    await MEANWHILE[doing]?.(writer)
  }
  await signOut(list, meanwhile)
  await setTimeout(random.below(1000))
  await stop()
  if (random.chance(0.5)) await writer.close()
  const told = `${name}, and the other tab was ${doing}`
  await expectNothingLeft(place, list, told)
  await list.goto(`${BASE}/`)
  await list.getByRole('heading', { name: 'Log in' }).waitFor()
  await expectNothingLeft(place, list, `${told}, opened anew`)
}

/** Someone else signs in, and goes Back to the form that was written in. */
export async function nextPerson(place: Place): Promise<void> {
  const { trial, context, name, register } = place
  const { random, fault, count, secret } = trial
  const next = await register()
  const page = await context.newPage()
  await page.goto(`${BASE}/create-note`)
  await write(page, { title: textOf(secret), content: textOf(secret) })
  const typist = await startTyping(page, random.fork())
  await setTimeout(random.between(0, 1000))
  await typist.stop()
  await page.goto(`${BASE}/notas`)
  await signOut(page)

  if (random.chance(0.5)) await signIn(page, next)
  else await signInHere(page, next)
  const seen: string[] = []
  for (let steps = 0; !page.url().includes('/create-note'); steps++) {
    if (steps === 10) throw new Error('Back does not lead to the form.')
    await page.goBack()
    seen.push(await shownOn(page))
  }
  for (let looks = 0; looks < 10; looks++) {
    seen.push(await shownOn(page))
    await setTimeout(150)
  }
  if (seen.some((text) => text.includes(secret) || text.includes('Recuperar'))) {
    fault('shown to another', `${name}: ${seen.find((text) => text.includes(secret))?.slice(0, 300)}`)
  } else count('hidden from another')
  await expectNothingLeft(place, page, name)
}

function textOf(secret: string): string {
  return `Escrito por ${secret}`
}

/**
 * Presses 'Cerrar sesión', and confirms where it is asked for.
 *
 * @param meanwhile what happens at the moment of it
 */
async function signOut(page: Page, meanwhile: () => Promise<unknown> = async () => {}): Promise<void> {
  const name = 'Cerrar sesión'
  const isLeft = page.getByRole('heading', { name: 'Log in' })
  const confirm = page.getByRole('dialog').getByRole('button', { name })
  await page.getByRole('button', { name }).click()
  await confirm.or(isLeft).waitFor()
  const isAsked = await confirm.isVisible()
  await Promise.all([isAsked && confirm.click(), meanwhile()])
  await isLeft.waitFor()
}

async function signInHere(page: Page, person: Person): Promise<void> {
  await fillLogin(page, person)
  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/notas/')
}

/** Types the same words every few milliseconds, also into a form that takes the place of this one. Returns how to stop. */
async function typeFast(page: Page, words: string): Promise<() => Promise<void>> {
  const timer = await page.evaluate((typed) => {
    return setInterval(() => {
      const field = document.querySelector('textarea')
      if (!field || field.disabled) return
      field.setRangeText(typed, field.value.length, field.value.length, 'end')
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }, 4) as unknown as number
  }, words)
  return async () => {
    if (!page.isClosed()) await page.evaluate((id) => clearInterval(id), timer)
  }
}

function keepBusy(page: Page, ms: number): Promise<void> {
  return page.evaluate((duration) => {
    const end = performance.now() + duration
    while (performance.now() < end);
  }, ms)
}

/** Everything that can be read on a page, in its fields too. */
async function shownOn(page: Page): Promise<string> {
  const inFields = await page
    .locator('input, textarea')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
  // biome-ignore lint/performance/useDomNodeTextContent: scripts are not on the screen
  return [await page.locator('body').innerText(), ...inFields].join('\n')
}

/** Neither text nor email nor token of the person, after the little while that the browser may take. */
async function expectNothingLeft({ trial, person }: Place, page: Page, told: string): Promise<void> {
  const traces = [textOf(trial.secret), person.email, person.token]
  let left: string[] = []
  const isGone = await until('nothing is left', 5_000, async () => {
    const kept = await readAllStorage(page)
    left = traces.filter((trace) => kept.includes(trace))
    return left.length === 0
  }).then(...SAID)
  if (isGone) trial.count('forgotten')
  else trial.fault('left over', `${told}: ${left.join(', ')}`)
}
