import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { logInHere, open, openTab, signIn, write } from '../../support/actions'
import { readAllStorage } from '../../support/browser-storage'
import { content } from '../../support/drafts'
import { succeeds, waitFor } from '../../support/wait-for'
import type { Writer } from '../harness/note-driver'
import { startTyping } from '../harness/typist'
import { confirmSignOut, shownOn } from '../meetings/device'

/** Padding that makes a draft too long for one write, so that a sign-out can fall between two. */
const LONG = 150_000

const ACTIONS: Record<string, (page: Page) => Promise<unknown>> = {
  'typed in': async () => {},
  closed: (page) => page.close(),
  busy: (page) => keepBusy(page, 300),
}

/** A user signs out while another tab is typed in: no data of the user may be left. */
export async function signedOutInOtherTab(writer: Writer): Promise<void> {
  const { scenario, context, driver, name } = writer
  const { random, secret } = scenario
  const list = await openTab(context, '/notas')
  const form = await openTab(context, (await driver.someForm()).path)
  await content(form).fill(textOf(secret) + ' '.repeat(random.chance(0.3) ? LONG : 0))
  const stop = await typeFast(form, `${textOf(secret)} `)
  await setTimeout(random.between(50, 1000))

  const action = random.pick(Object.keys(ACTIONS))
  const act = async () => {
    await setTimeout(random.below(60))
    await ACTIONS[action]?.(form)
  }
  await confirmSignOut(list, act)
  await setTimeout(random.below(1000))
  await stop()
  if (random.chance(0.5)) await form.close()
  const description = `${name}, other tab ${action}`
  await expectNothingLeft(writer, list, description)
  await open(list, '/')
  await list.getByRole('heading', { name: 'Log in' }).waitFor()
  await expectNothingLeft(writer, list, `${description}, reopened`)
}

/** The next user signs in, and goes Back to the form that the first user wrote in. */
export async function nextUser(writer: Writer): Promise<void> {
  const { scenario, host, context, name } = writer
  const { random, fault, count, secret } = scenario
  const next = await scenario.register(host)
  const page = await openTab(context, '/create-note')
  await write(page, { title: textOf(secret), content: textOf(secret) })
  const typist = await startTyping(page, random.fork())
  await setTimeout(random.between(0, 1000))
  await typist.stop()
  await open(page, '/notas')
  await confirmSignOut(page)

  if (random.chance(0.5)) await signIn(page, next)
  else await logInHere(page, next)
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
    fault('shown to another user', `${name}: ${seen.find((text) => text.includes(secret))?.slice(0, 300)}`)
  } else count('hidden from the next user')
  await expectNothingLeft(writer, page, name)
}

function textOf(secret: string): string {
  return `Escrito por ${secret}`
}

/** Types the same words every 4 ms into whichever form the page shows. Returns a function that stops it. */
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

async function expectNothingLeft({ scenario, user }: Writer, page: Page, description: string): Promise<void> {
  const traces = [textOf(scenario.secret), user.email, user.token]
  let left: string[] = []
  const isCleared = await succeeds(
    waitFor('nothing is left', 30_000, async () => {
      const stored = await readAllStorage(page)
      left = traces.filter((trace) => stored.includes(trace))
      return left.length === 0
    }),
  )
  if (isCleared) scenario.count('cleared')
  else scenario.fault('not cleared', `${description}: ${left.join(', ')}`)
}
