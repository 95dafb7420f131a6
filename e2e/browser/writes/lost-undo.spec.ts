import type { Page } from '@playwright/test'
import {
  card,
  deleteButton,
  editLink,
  expectCards,
  openList,
  pressSignOut,
  reloadList,
  saveAndExpectFailure,
  signIn,
  write,
} from '../../support/actions'
import { jsonOf } from '../../support/api-client'
import { expectCachedList, openCachedList } from '../../support/browser-storage'
import { createUser } from '../../support/fixtures'
import type { FaultyProxy } from '../../support/servers/faulty-proxy'
import {
  createNote,
  deleteNote,
  expect,
  expectCalls,
  expectNoWriteUnderWay,
  isCreate,
  isDelete,
  isList,
  isRestore,
  leaveWaiting,
  logInHere,
  onBareHost,
  onBothHosts,
  openTab,
  reconnect,
  refuseWrites,
  writeTest as test,
  toSave,
  undo,
} from '../../support/write-fixtures'

const retry = (page: Page) => page.getByRole('button', { name: 'Reintentar' })

test.beforeEach(async ({ user }) => {
  await user.addNote('Uno')
  await user.addNote('Dos', 'Tierra')
})

onBothHosts((isBare) => {
  const isUndo = isBare ? isCreate : isRestore

  /** Deletes a note whose undo is to fail. */
  async function deleteAnew(page: Page, proxy: FaultyProxy): Promise<void> {
    proxy.calls.length = 0
    proxy.fault = () => undefined
    await deleteNote(page, 'Dos')
  }

  test('Deshacer brings back one note, whatever responses are lost or calls are late', async ({
    page,
    faultyProxy: proxy,
    user,
    storedTitles,
    expectNotes,
  }) => {
    await page.clock.install()
    await openList(page, ['Dos', 'Uno'])
    for (const many of ['the first response', 'every response'])
      await test.step(`${many} lost`, async () => {
        await deleteAnew(page, proxy)
        if (many === 'every response')
          proxy.fault = (proxied) => (isUndo(proxied) ? 'lose the response' : undefined)
        else proxy.failFirst(isUndo, 'lose the response')
        await undo(page).click()
        await expectCards(page, ['Dos', 'Uno'])
        await expectNoWriteUnderWay(page)
        await page.reload()
        await expectNotes(page, ['Dos', 'Uno'])
        expect(proxy.calls.filter(isDelete)).toHaveLength(1)
      })

    await test.step('the undo reaches the host late, after a reload and a second press', async () => {
      await deleteAnew(page, proxy)
      const release = proxy.hold((proxied) => isUndo(proxied) && proxy.calls.filter(isUndo).length === 1)
      await undo(page).click()
      await expectCalls(proxy, isUndo, 1)
      await page.reload()
      await undo(page).click()
      // A host of seven calls cannot tell a second call from the first, which may be under way.
      if (isBare) await expect(page.getByText('No se ha podido recuperar.')).toBeVisible()
      release()
      await expect.poll(storedTitles).toEqual(['Dos', 'Uno'])
      if (isBare) await reloadList(page, ['Dos', 'Uno'])
      await expectNoWriteUnderWay(page)
      expect(await storedTitles()).toEqual(['Dos', 'Uno'])
      expect(proxy.calls.filter(isDelete)).toHaveLength(1)
    })

    await test.step('the undo ends at its limit and reaches the host later', async () => {
      await deleteAnew(page, proxy)
      const dropped = proxy.failFirst(isUndo, new Promise(() => {}))
      await undo(page).click()
      await expectCalls(proxy, isUndo, 1)
      await page.clock.fastForward(30_000)
      await expect(page.getByText('No se ha podido recuperar.')).toBeVisible()
      await undo(page).click()
      if (isBare) await expect(undo(page)).not.toHaveAttribute('aria-busy', 'true')
      else await expectCards(page, ['Dos', 'Uno'])
      await dropped[0]?.forward()
      if (isBare) await undo(page).click()
      await expectNotes(page, ['Dos', 'Uno'])
      expect(proxy.calls.filter(isDelete)).toHaveLength(1)
    })

    await test.step('another device has changed the note, where the host keeps it', async () => {
      proxy.calls.length = 0
      proxy.fault = () => undefined
      const id = String((await user.listNotes())[0]?._id)
      await user.changeNote(id, 'Dos', 'Agua')
      await deleteNote(page, 'Dos')
      await undo(page).click()
      await expectCards(page, ['Dos', 'Uno'])
      // A host of seven calls has no trash: Deshacer creates the note with the text of this page's list.
      const expected = isBare ? 'Tierra' : 'Agua'
      await expect.poll(async () => (await user.listNotes())[0]?.content).toBe(expected)
      await expect(card(page, 'Dos')).toContainText(expected)

      proxy.fault = () => 'refuse'
      await page.reload()
      await expect(page.getByText('Estas son las de la última vez.')).toBeVisible()
      await expect(card(page, 'Dos')).toContainText(expected)
    })
  })

  test('a delete whose response was lost is undone after a reload, and line ends come back as they were', async ({
    page,
    faultyProxy: proxy,
    user,
    expectNotes,
  }) => {
    // Another note of the same text.
    await user.addNote('Dos', 'Tierra')
    await openList(page, ['Dos', 'Dos', 'Uno'])
    proxy.fault = (proxied) => (isDelete(proxied) ? 'lose the response' : undefined)
    await deleteButton(page, 'Dos').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expectCards(page, ['Dos', 'Dos', 'Uno'])
    await expect(undo(page)).toBeHidden()
    proxy.fault = () => undefined
    await reloadList(page, ['Dos', 'Uno'])
    await undo(page).click()
    await expectNotes(page, ['Dos', 'Dos', 'Uno'])
    if (!isBare) expect(jsonOf(await user.call('GET', '/api/trash'))).toEqual([])

    await test.step('line ends and a line break in the title', async () => {
      proxy.fault = () => undefined
      await user.addNote('Z\nZ', 'a\r\nb\rc\u2028d')
      const before = (await user.listNotes())[0]
      await page.reload()
      await expect(page.getByRole('article')).toHaveCount(4)
      const first = page.getByRole('article').first()
      await first.getByRole('button', { name: /^Eliminar nota/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
      await undo(page).click()
      await expect(page.getByRole('article')).toHaveCount(4)
      const { title, content } = (await user.listNotes())[0] ?? {}
      expect({ title, content }).toEqual({ title: before?.title, content: before?.content })
    })
  })

  test('Deshacer stays after Reintentar, and when the same person logs in again in another tab', async ({
    page,
    context,
    faultyProxy: proxy,
    user,
    storedTitles,
  }) => {
    await openCachedList(page, ['Dos', 'Uno'])
    const undoDelete = async () => {
      await expect(undo(page)).toBeVisible()
      await undo(page).click()
      await expectCards(page, ['Dos', 'Uno'])
      expect((await storedTitles()).sort()).toEqual(['Dos', 'Uno'])
      await page.reload()
      await expectCachedList(page, ['Dos', 'Uno'])
      await expect(undo(page)).toBeHidden()
    }

    await test.step('after a reload without a network and Reintentar', async () => {
      await deleteNote(page, 'Dos')
      proxy.fault = () => 'refuse'
      await page.reload()
      await expect(undo(page)).toBeVisible()
      proxy.fault = () => undefined
      await retry(page).click()
      await expect(page.getByText('Estas son las de la última vez.')).toBeHidden()
      await expectCards(page, ['Uno'])
      await undoDelete()
    })

    await test.step('after a Reintentar that fails late', async () => {
      await deleteNote(page, 'Dos')
      proxy.fault = () => 'refuse'
      await page.reload()
      await expect(undo(page)).toBeVisible()
      const release = proxy.hold(isList, 'refuse')
      await retry(page).click()
      await expect(retry(page)).toHaveAttribute('aria-busy', 'true')
      release()
      await expect(retry(page)).not.toHaveAttribute('aria-busy', 'true')
      await expect(undo(page)).toBeVisible()
      proxy.fault = () => undefined
      await retry(page).click()
      await expect(page.getByText('Estas son las de la última vez.')).toBeHidden()
      await undoDelete()
    })

    await test.step('in a list that broke off', async () => {
      proxy.fault = (call) => (isList(call) ? 'break the response off' : undefined)
      await page.reload()
      await expect(retry(page)).toBeVisible()
      await deleteNote(page, 'Dos')
      await expect(undo(page)).toBeVisible()
      proxy.fault = () => undefined
      await retry(page).click()
      await expect(retry(page)).toBeHidden()
      await expectCards(page, ['Uno'])
      await undoDelete()
    })

    await test.step('when the same person logs in again in another tab', async () => {
      await deleteNote(page, 'Dos')
      await expect(undo(page)).toBeVisible()
      const loaded = page.waitForResponse((response) => response.url().endsWith('/api/notes'))
      await signIn(await context.newPage(), user)
      await loaded
      await expectCards(page, ['Uno'])
      await undoDelete()
    })
  })

  test('Deshacer that waited in a second tab does nothing in the account of the next user', async ({
    page,
    context,
    faultyProxy: proxy,
    host,
    user,
    storedTitles,
    expectConsole,
  }) => {
    expectConsole(/No token found|Error/)
    const next = await createUser(host)
    await openList(page, ['Dos', 'Uno'])
    await deleteNote(page, 'Dos')
    const other = await openTab(context, '/notas')
    await expect(undo(other)).toBeVisible()

    const release = proxy.hold((call) => isUndo(call) && call.token === user.token, 'refuse')
    await undo(page).click()
    await expectCalls(proxy, isUndo, 1)
    await undo(other).click()
    await pressSignOut(page)
    await logInHere(page, next)
    release()

    await expectNoWriteUnderWay(other)
    await expect(other.getByText('Create your note!')).toBeVisible()
    await createNote(other, 'Mío')
    await expectCards(other, ['Mío'])
    expect(await storedTitles(next)).toEqual(['Mío'])
  })
})

onBareHost(() => {
  test('Deshacer brings back what was saved by itself while the question was open', async ({
    page,
    faultyProxy: proxy,
    user,
  }) => {
    await openList(page, ['Dos', 'Uno'])
    await editLink(page, 'Dos').click()
    proxy.fault = refuseWrites
    await write(page, { content: 'Tierra y agua' })
    await saveAndExpectFailure(page)
    await leaveWaiting(page)
    await deleteButton(page, 'Dos').click()
    await reconnect(proxy, page)
    await expect(toSave(page)).toBeHidden()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    await expectCards(page, ['Uno'])
    await undo(page).click()
    await expectCards(page, ['Dos', 'Uno'])
    expect((await user.listNotes()).map(({ content }) => content)).toEqual(['Tierra y agua', ''])
  })

  test('a browser that repeats the call by itself loses nothing, and nothing else is deleted', async ({
    page,
    faultyProxy: proxy,
    storedTitles,
  }) => {
    proxy.reusesConnections = true
    await openList(page, ['Dos', 'Uno'])
    await deleteNote(page, 'Dos')
    proxy.failFirst(isCreate, 'lose the response')
    await undo(page).click()
    await expectCards(page, ['Dos', 'Uno'])
    await expectNoWriteUnderWay(page)
    expect((await storedTitles()).slice(-2)).toEqual(['Dos', 'Uno'])
    expect(proxy.calls.filter(isDelete)).toHaveLength(1)
  })
})
