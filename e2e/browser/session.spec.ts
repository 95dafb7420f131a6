import {
  collectCalls,
  edit,
  expectCards,
  expectScreen,
  open,
  openList,
  openTab,
  pauseCalls,
  pressSignOut,
  restorePage,
  save,
  signIn,
  write,
} from '../support/actions'
import { logIn, notesStatus } from '../support/api-client'
import { openCachedList, readAllStorage, readStore, readToken } from '../support/browser-storage'
import { content, writeDraft } from '../support/drafts'
import { createUser, expect, signedInTest, storeSession, test } from '../support/fixtures'
import { stopClock } from '../support/write-fixtures'

signedInTest(
  'Cerrar sesión removes the token, ends the session on the host and shows the log-in screen',
  { tag: '@cluster' },
  async ({ page, user }) => {
    await user.addNote('Plantas')
    await openList(page, ['Plantas'])
    await expect(page.getByRole('link', { name: /^Abrir borrador/ })).toHaveCount(0)
    const ended = page.waitForResponse('**/api/auth/logout')
    await pressSignOut(page)
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in')
    expect((await ended).status()).toBe(204)
    // The mark of who has signed out stays until the database has removed the notes.
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toBe('{}')
    expect((await user.call('GET', '/api/notes')).status).toBe(401)

    await page.goBack()
    await expect(page.getByText('Tu sesión ha terminado.')).toBeVisible()
    await expect(page.getByText('Plantas')).toBeHidden()
  },
)

signedInTest(
  'Cerrar sesión removes the data of the user although the token is missing, and the token at once on a stalled network',
  async ({ page, user }) => {
    await user.addNote('Plantas')
    await openCachedList(page, ['Plantas'])
    await page.evaluate(() => localStorage.removeItem('token'))
    await pressSignOut(page)
    await expect.poll(() => readStore(page, 'lists')).toEqual([])
    await expect.poll(() => readAllStorage(page)).not.toContain(user.email)

    await storeSession(page, user)
    await openCachedList(page, ['Plantas'])
    const resume = await pauseCalls(page, '**/_next/static/**')
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await expect.poll(() => readToken(page)).toBeNull()
    resume()
    await expect.poll(() => readStore(page, 'lists')).toEqual([])
  },
)

signedInTest(
  'the user is signed out though the log-out call gets no response, which is repeated with growing delays until the host answers, and then no more',
  async ({ page, user, expectConsole }) => {
    expectConsole(/Failed to load resource/)
    await openCachedList(page, [])
    await page.clock.install()
    const answers: (number | 'none')[] = ['none', 500, 503, 'none', 'none', 501]
    const sent: string[] = []
    await page.route('**/api/auth/logout', (route) => {
      sent.push(route.request().headers().authorization ?? '')
      const answer = answers[sent.length - 1] ?? 404
      return answer === 'none' ? route.abort() : route.fulfill({ status: answer, body: '' })
    })
    const failed = () => page.waitForEvent('console', (message) => message.type() === 'error')
    await stopClock(page)
    let failure = failed()
    await pressSignOut(page)
    expect(await readToken(page)).toBeNull()
    for (const delay of [5, 10, 20, 40, 60]) {
      await failure
      const count = sent.length
      await page.clock.runFor(delay * 1000 - 500)
      expect(sent).toHaveLength(count)
      failure = failed()
      await page.clock.runFor(1000)
      await expect.poll(() => sent.length).toBe(count + 1)
    }
    await failure
    await page.clock.runFor('10:00')
    expect(sent).toEqual(Array(6).fill(`Bearer ${user.token}`))
  },
)

signedInTest(
  'a login over an old token ends it on the host, without waiting for it',
  { tag: '@cluster' },
  async ({ page, host, user }) => {
    const resume = await pauseCalls(page, '**/api/auth/logout')
    await signIn(page, user)
    await expect(page.getByText('Create your note!')).toBeVisible()
    expect(await notesStatus(host, user.token)).toBe(200)
    resume()
    await expect.poll(() => notesStatus(host, user.token)).toBe(401)
    const token = await readToken(page)
    expect(await notesStatus(host, String(token))).toBe(200)
  },
)

signedInTest('each call reads the token from storage', async ({ page, host, user, expectConsole }) => {
  expectConsole(/Failed to load resource|Error al eliminar la nota/)
  const other = await createUser(host)
  await user.addNote('Plantas')
  await openList(page, ['Plantas'])
  const sent = page.waitForRequest((request) => request.method() === 'DELETE')
  await page.getByRole('button', { name: 'Eliminar nota: Plantas' }).click()
  // Written by the same page, so that no storage event fires.
  await page.evaluate((token) => localStorage.setItem('token', token), other.token)
  await page.getByRole('button', { name: 'Eliminar', exact: true }).click()
  expect((await sent).headers().authorization).toBe(`Bearer ${other.token}`)
})

test('logging in in one tab loads the list in another, and logging in again leaves the text in its editor', async ({
  page,
  context,
  user,
  expectConsole,
}) => {
  await user.addNote('Plantas', 'Riego')
  const other = await openTab(context, '/notas')
  await expect(other.getByText('Tu sesión ha terminado.')).toBeVisible()
  await signIn(page, user)
  await expectCards(other, ['Plantas'])

  expectConsole(/Failed to load resource|Error al guardar/)
  await edit(other, 'Plantas', { content: 'Riego los martes.' })
  await signIn(page, user)
  await expectCards(page, ['Plantas'])
  await expect(content(other)).toHaveValue('Riego los martes.')
  await save(other)
  await expectScreen(other, '/notas')
})

signedInTest(
  'a page restored from the back/forward cache shows no notes after a sign-out or the end of its session on the host',
  async ({ page, user }) => {
    await user.addNote('Plantas')
    for (const ended of [null, JSON.stringify([user.token, user.email, true])]) {
      await openCachedList(page, ['Plantas'])
      await expectCards(page, ['Plantas'])
      const calls = collectCalls(page)
      await restorePage(page, () =>
        page.evaluate((value) => {
          if (value) localStorage.setItem('user', value)
          else localStorage.removeItem('token')
        }, ended),
      )
      await expect(page.getByText('Tu sesión ha terminado.'), String(ended)).toBeVisible()
      await expect(page.getByText('Plantas')).toBeHidden()
      expect(calls).toEqual([])
      await storeSession(page, user)
    }
  },
)

signedInTest(
  'a page restored from the back/forward cache has its text, unless another user has logged in',
  async ({ page, host, user }) => {
    const next = await createUser(host)
    await open(page, '/create-note')
    await write(page, { content: 'Riego los martes.' })
    const again = { ...user, token: await logIn(host, user) }
    await restorePage(page, () => storeSession(page, again))
    await expect(content(page)).toHaveValue('Riego los martes.')
    await writeDraft(page, { content: 'Riego los viernes.' })
    await restorePage(page, () => storeSession(page, next))
    await expect(content(page)).toHaveValue('')
  },
)
