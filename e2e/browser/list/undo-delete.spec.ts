import type { Page } from '@playwright/test'
import {
  collectCalls,
  deleteButton,
  deleteNote,
  editLink,
  expectCards,
  expectScreen,
  openList,
  openTab,
  pressDelete,
  pressSignOut,
  reloadList,
  returnToList,
  signIn,
} from '../../support/actions'
import { listTitles } from '../../support/api-client'
import { expectCachedList, POLLING, readAllStorage } from '../../support/browser-storage'
import { listDraftBackups, readDrafts } from '../../support/drafts'
import { createUser } from '../../support/fixtures'
import { expect, isWrite, writeTest as test, undo } from '../../support/write-fixtures'

const strip = (page: Page) => page.getByRole('status').filter({ hasText: 'Nota eliminada.' })
const failed = (page: Page) => strip(page).getByText('No se ha podido recuperar.')

/** The next list ends what the browser has stored. */
async function expectEnded(page: Page): Promise<void> {
  await expect(strip(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('article')).not.toHaveCount(0)
  await expect(strip(page)).toBeHidden()
  await expect.poll(() => readDrafts(page)).toEqual([])
  expect(await listDraftBackups(page)).toEqual([])
}

// Forms would change its line ends.
const CONTENT = `${'Tierra, maceta y agua.\r\n'.repeat(400)}\u2028Fin.`

test.beforeEach(async ({ page, user }) => {
  await user.addNote('Uno')
  await user.addNote('Dos', CONTENT)
  await user.addNote('Tres')
  await openList(page, ['Tres', 'Dos', 'Uno'])
})

test('Deshacer restores the note under its id, with one call, by the keyboard alone', {
  tag: '@cluster',
}, async ({ page, user }) => {
  const before = (await user.listNotes())[1]
  const calls = collectCalls(page)
  await deleteNote(page, 'Dos')
  await expect(editLink(page, 'Uno')).toBeFocused()
  while (!(await undo(page).evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')

  await expectCards(page, ['Dos', 'Tres', 'Uno'])
  await expect(editLink(page, 'Dos')).toBeFocused()
  expect(calls).toEqual([`DELETE /api/notes/${before?._id}`, `POST /api/trash/${before?._id}/restore`])
  expect((await user.listNotes())[0]).toEqual(before)
  await expectEnded(page)
  await expectCards(page, ['Dos', 'Tres', 'Uno'])
})

test('the strip stays in view, clear of what has the focus, where the list is scrolled', async ({
  page,
  user,
}) => {
  await Promise.all(Array.from({ length: 40 }, (_, at) => user.addNote(`Nota ${at}`)))
  await page.reload()
  // The list grows once its code has come.
  await expect
    .poll(async () => {
      await page.keyboard.press('End')
      return deleteButton(page, 'Uno').isVisible()
    }, POLLING)
    .toBe(true)
  await pressDelete(page, 'Uno')
  await expect(undo(page)).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500)
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Shift+Tab')
    const distance = await undo(page).evaluate(
      (button) =>
        Number(document.activeElement?.getBoundingClientRect().top) - button.getBoundingClientRect().bottom,
    )
    expect(distance).toBeGreaterThan(0)
  }
})

test('the strip stays clear of the open search, whose header has two rows', async ({ page, user }) => {
  await Promise.all(Array.from({ length: 20 }, (_, at) => user.addNote(`Nota ${at}`)))
  for (const width of [390, 700]) {
    await page.setViewportSize({ width, height: 700 })
    await page.reload()
    await page.getByRole('button', { name: 'Buscar' }).click()
    await page.getByRole('searchbox').fill('nota')
    await page.keyboard.press('Tab')
    await page.evaluate(() => scrollTo(0, 300))
    await page
      .getByRole('button', { name: /^Eliminar nota/ })
      .last()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    await expect(undo(page)).toBeVisible()
    await page.evaluate(() => scrollTo(0, 400))
    const isOnTop = () =>
      undo(page).evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect()
        return document.elementFromPoint(x + width / 2, y + height / 2) === button
      })
    await expect.poll(isOnTop, `${width} pixels`).toBe(true)
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
  }
})

test('a note that another tab deletes while its dialog asks is not deleted again', async ({
  page,
  context,
}) => {
  const other = await openTab(context, '/notas')
  await deleteButton(other, 'Dos').click()
  const dialog = other.getByRole('dialog', { name: '¿Eliminar esta nota?' })
  await expect(dialog).toBeVisible()
  await deleteNote(page, 'Dos')
  await expectCards(other, ['Tres', 'Uno'])
  const calls = collectCalls(other)
  await dialog.getByRole('button', { name: 'Eliminar' }).click()
  await expect(dialog).toBeHidden()
  await expect(editLink(other, 'Uno')).toBeFocused()
  expect(calls).toEqual([])
  await undo(other).click()
  await expectCards(page, ['Dos', 'Tres', 'Uno'])
})

test('a note gone from the trash is created, and the strip stays without a network, in a search, and after a delete that is cancelled or fails', async ({
  page,
  context,
  user,
  expectConsole,
}) => {
  await deleteNote(page, 'Tres')
  await user.call('DELETE', '/api/trash')
  await undo(page).click()
  await expectCards(page, ['Tres', 'Dos', 'Uno'])
  expect(await listTitles(user)).toEqual(['Tres', 'Dos', 'Uno'])

  await test.step('the strip stays without a network, in a search, and after a delete that is cancelled or fails', async () => {
    // Code that loads when the page is idle may come too late.
    expectConsole(/Failed to load chunk/)
    await deleteNote(page, 'Dos')
    await context.setOffline(true)
    await undo(page).click()
    await expect(failed(page)).toBeVisible()
    await deleteButton(page, 'Uno').click()
    await page.keyboard.press('Escape')
    await pressDelete(page, 'Uno')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: 'Buscar' }).click()
    await page.keyboard.type('tres')
    await expectCards(page, ['Tres'])
    await context.setOffline(false)
    await undo(page).click()
    await expect(strip(page)).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.getByRole('button', { name: 'Buscar' }).click()
    await expectCards(page, ['Dos', 'Tres', 'Uno'])
  })
})

test('a delete is offered for undoing in a list that could not be loaded, and Cerrar sesión does not ask because of it, and removes its text', async ({
  page,
}) => {
  await expectCachedList(page, ['Tres', 'Dos', 'Uno'])
  await page.route('**/api/notes', (route) => route.abort())
  await reloadList(page, ['Tres', 'Dos', 'Uno'])
  await deleteNote(page, 'Dos')
  await undo(page).click()
  await expectCards(page, ['Dos', 'Tres', 'Uno'])
  await page.unroute('**/api/notes')
  await reloadList(page, ['Dos', 'Tres', 'Uno'])

  await test.step('Cerrar sesión does not ask because of a deleted note, and removes its text', async () => {
    await deleteNote(page, 'Dos')
    await expect(undo(page)).toBeVisible()
    await pressSignOut(page)
    await expect.poll(() => readAllStorage(page)).not.toContain('Tierra')
  })
})

test('leaving the list takes the strip from another tab only if that does not show it', async ({
  page,
  context,
}) => {
  await deleteNote(page, 'Dos')
  const other = await openTab(context, '/notas')
  for (const tab of [page, other]) await expect(undo(tab)).toBeVisible()
  const leave = async (tab: Page) => {
    await tab.getByRole('link', { name: 'Crear nota' }).click()
    await expectScreen(tab, '/create-note')
  }
  await leave(page)
  await page.getByRole('link', { name: 'Volver' }).click()
  for (const tab of [page, other]) await expect(undo(tab)).toBeVisible()
  await leave(page)
  await undo(other).click()
  await expectCards(other, ['Dos', 'Tres', 'Uno'])

  await deleteNote(other, 'Dos')
  await expect(undo(other)).toBeVisible()
  await leave(other)
  await expect
    .poll(async () => (await readDrafts(page)).map(({ title }) => title), POLLING)
    .not.toContain('Dos')
  await returnToList(other, ['Tres', 'Uno'])
  await expectEnded(other)
})

test.describe('on a host with the seven calls alone', () => {
  test.use({ isBare: true })

  test('Deshacer creates the note again, also where the host answers writes with nothing', async ({
    page,
    faultyProxy: proxy,
    user,
  }) => {
    const calls = collectCalls(page)
    for (const answersIds of [true, false])
      await test.step(`the host answers writes ${answersIds ? 'with an id' : 'with nothing'}`, async () => {
        if (!answersIds) proxy.fault = (call) => (isWrite(call) ? 'respond with nothing' : undefined)
        await deleteNote(page, 'Dos')
        await expect(editLink(page, answersIds ? 'Uno' : 'Tres')).toBeFocused()
        calls.length = 0
        await undo(page).dblclick()
        await expectCards(page, ['Dos', 'Tres', 'Uno'])
        await expect(editLink(page, 'Dos')).toBeFocused()
        expect(calls).toEqual(['POST /api/notes', ...(answersIds ? [] : ['GET /api/notes'])])
        await expectEnded(page)
        const [created, ...others] = await user.listNotes()
        expect(created).toMatchObject({ title: 'Dos', content: CONTENT })
        expect(others).toHaveLength(2)
      })
  })

  test('a killed browser shows the strip again to the same user alone', async ({ profile, host, user }) => {
    const page = await (await profile.start()).newPage()
    await signIn(page, user)
    await deleteNote(page, 'Dos')
    await expect(undo(page)).toBeVisible()
    await profile.kill()

    const next = await (await profile.start()).newPage()
    await signIn(next, await createUser(host))
    await expect(next.getByText('Create your note!')).toBeVisible()
    await expect(strip(next)).toBeHidden()
    expect((await readDrafts(next)).map(({ title }) => title)).toEqual(['Dos'])

    await signIn(next, user)
    await expect(undo(next)).toBeVisible()
    await undo(next).click()
    await expectCards(next, ['Dos', 'Tres', 'Uno'])
    expect((await user.listNotes())[0]).toMatchObject({ content: CONTENT })
  })
})
