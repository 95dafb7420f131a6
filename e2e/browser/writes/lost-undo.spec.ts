import type { Page } from '@playwright/test'
import { deleteButton, editLink, expectCards, open, saveAndExpectFailure, write } from '../../support/actions'
import { call, jsonOf, listNotes } from '../../support/api-client'
import {
  deleteNote,
  expect,
  expectCalls,
  expectNoWriteUnderWay,
  held,
  isCreate,
  isRestore,
  leaveWaiting,
  type ProxiedCall,
  refuseWrites,
  showPageAgain,
  writeTest as test,
  toSave,
  undo,
} from '../../support/write-fixtures'

const isDelete = ({ method }: ProxiedCall) => method === 'DELETE'

async function openList(page: Page): Promise<void> {
  await open(page, '/notas')
  await expectCards(page, ['Dos', 'Uno'])
}

test.beforeEach(async ({ user }) => {
  await user.addNote('Uno')
  await user.addNote('Dos', 'Tierra')
})

for (const isBare of [false, true]) {
  const isUndo = isBare ? isCreate : isRestore

  test.describe(isBare ? 'on a host of seven calls' : 'on our host', () => {
    test.use({ isBare })

    test('Deshacer brings back one note, whatever responses are lost or calls are late', async ({
      page,
      faultyProxy: proxy,
      host,
      user,
      storedTitles,
    }) => {
      await page.clock.install()
      await openList(page)
      for (const many of ['the first response', 'every response'])
        await test.step(`${many} lost`, async () => {
          proxy.calls.length = 0
          proxy.fault = () => undefined
          await deleteNote(page, 'Dos')
          proxy.fault = (proxied) => {
            if (!isUndo(proxied)) return undefined
            const isFirst = proxy.calls.filter(isUndo).length === 1
            return isFirst || many === 'every response' ? 'lose the response' : undefined
          }
          await undo(page).click()
          await expectCards(page, ['Dos', 'Uno'])
          await expectNoWriteUnderWay(page)
          await page.reload()
          await expectCards(page, ['Dos', 'Uno'])
          expect(await storedTitles()).toEqual(['Dos', 'Uno'])
          expect(proxy.calls.filter(isDelete)).toHaveLength(1)
        })

      await test.step('the undo reaches the host late, after a reload and a second press', async () => {
        proxy.calls.length = 0
        proxy.fault = () => undefined
        await deleteNote(page, 'Dos')
        const { until, release } = held()
        proxy.fault = async (proxied) => {
          if (isUndo(proxied) && proxy.calls.filter(isUndo).length === 1) await until
          return undefined
        }
        await undo(page).click()
        await expectCalls(proxy, isUndo, 1)
        await page.reload()
        await undo(page).click()
        // A host of seven calls cannot tell a second call from the first, which may be under way.
        if (isBare) await expect(page.getByText('No se ha podido recuperar.')).toBeVisible()
        release()
        await expect.poll(storedTitles).toEqual(['Dos', 'Uno'])
        if (isBare) await page.reload()
        await expectCards(page, ['Dos', 'Uno'])
        await expectNoWriteUnderWay(page)
        expect(await storedTitles()).toEqual(['Dos', 'Uno'])
        expect(proxy.calls.filter(isDelete)).toHaveLength(1)
      })

      await test.step('the undo ends at its limit and reaches the host later', async () => {
        proxy.calls.length = 0
        proxy.fault = () => undefined
        await deleteNote(page, 'Dos')
        const dropped: ProxiedCall[] = []
        proxy.fault = (proxied) => {
          if (!isUndo(proxied) || dropped.length > 0) return undefined
          dropped.push(proxied)
          return new Promise(() => {})
        }
        await undo(page).click()
        await expectCalls(proxy, isUndo, 1)
        await page.clock.fastForward(30_000)
        await expect(page.getByText('No se ha podido recuperar.')).toBeVisible()
        await undo(page).click()
        if (isBare) await expect(undo(page)).not.toHaveAttribute('aria-busy', 'true')
        else await expectCards(page, ['Dos', 'Uno'])
        await dropped[0]?.forward()
        if (isBare) await undo(page).click()
        await expectCards(page, ['Dos', 'Uno'])
        expect(await storedTitles()).toEqual(['Dos', 'Uno'])
        expect(proxy.calls.filter(isDelete)).toHaveLength(1)
      })

      await test.step('another device has changed the note, where the host keeps it', async () => {
        proxy.calls.length = 0
        proxy.fault = () => undefined
        const id = String((await listNotes(host, user))[0]?._id)
        const json = { title: 'Dos', content: 'Agua' }
        await call(host, 'PUT', `/api/notes/${id}`, { ...user, json })
        await deleteNote(page, 'Dos')
        await undo(page).click()
        await expectCards(page, ['Dos', 'Uno'])
        // A host of seven calls has no trash: Deshacer creates the note with the text of this page's list.
        const expected = isBare ? 'Tierra' : 'Agua'
        await expect.poll(async () => (await listNotes(host, user))[0]?.content).toBe(expected)
      })
    })

    test('a delete whose response was lost is undone after a reload, and line ends come back as they were', async ({
      page,
      faultyProxy: proxy,
      host,
      user,
      storedTitles,
    }) => {
      // Another note of the same text.
      await user.addNote('Dos', 'Tierra')
      await open(page, '/notas')
      await expectCards(page, ['Dos', 'Dos', 'Uno'])
      proxy.fault = (proxied) => (isDelete(proxied) ? 'lose the response' : undefined)
      await deleteButton(page, 'Dos').first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
      proxy.fault = () => undefined
      await page.reload()
      await expectCards(page, ['Dos', 'Uno'])
      await undo(page).click()
      await expectCards(page, ['Dos', 'Dos', 'Uno'])
      expect(await storedTitles()).toEqual(['Dos', 'Dos', 'Uno'])
      if (!isBare) expect(jsonOf(await call(host, 'GET', '/api/trash', user))).toEqual([])

      await test.step('line ends and a line break in the title', async () => {
        proxy.fault = () => undefined
        await user.addNote('Z\nZ', 'a\r\nb\rc\u2028d')
        const before = (await listNotes(host, user))[0]
        await page.reload()
        await expect(page.getByRole('article')).toHaveCount(4)
        const first = page.getByRole('article').first()
        await first.getByRole('button', { name: /^Eliminar nota/ }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
        await undo(page).click()
        await expect(page.getByRole('article')).toHaveCount(4)
        const { title, content } = (await listNotes(host, user))[0] ?? {}
        expect({ title, content }).toEqual({ title: before?.title, content: before?.content })
      })
    })
  })
}

test.describe('on a host of seven calls', () => {
  test.use({ isBare: true })

  test('Deshacer brings back what was saved by itself while the question was open', async ({
    page,
    faultyProxy: proxy,
    host,
    user,
  }) => {
    await openList(page)
    await editLink(page, 'Dos').click()
    proxy.fault = refuseWrites
    await write(page, { content: 'Tierra y agua' })
    await saveAndExpectFailure(page)
    await leaveWaiting(page)
    await deleteButton(page, 'Dos').click()
    proxy.fault = () => undefined
    await showPageAgain(page)
    await expect(toSave(page)).toBeHidden()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    await expectCards(page, ['Uno'])
    await undo(page).click()
    await expectCards(page, ['Dos', 'Uno'])
    expect((await listNotes(host, user)).map(({ content }) => content)).toEqual(['Tierra y agua', ''])
  })

  test('a browser that repeats the call by itself loses nothing, and nothing else is deleted', async ({
    page,
    faultyProxy: proxy,
    storedTitles,
  }) => {
    proxy.reusesConnections = true
    await openList(page)
    await deleteNote(page, 'Dos')
    proxy.fault = (proxied) =>
      isCreate(proxied) && proxy.calls.filter(isCreate).length === 1 ? 'lose the response' : undefined
    await undo(page).click()
    await expectCards(page, ['Dos', 'Uno'])
    await expectNoWriteUnderWay(page)
    expect((await storedTitles()).slice(-2)).toEqual(['Dos', 'Uno'])
    expect(proxy.calls.filter(isDelete)).toHaveLength(1)
  })
})
