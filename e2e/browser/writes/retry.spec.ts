import type { Page } from '@playwright/test'
import { expectCards, signIn } from '../../support/actions'
import { expectCachedList, openCachedList } from '../../support/browser-storage'
import {
  deleteNote,
  expect,
  isList,
  onBothHosts,
  writeTest as test,
  undo,
} from '../../support/write-fixtures'

async function retry(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reintentar' }).click()
}

onBothHosts(() => {
  test('Deshacer stays after Reintentar, and when the same person logs in again in another tab', async ({
    page,
    context,
    faultyProxy: proxy,
    user,
    storedTitles,
  }) => {
    await user.addNote('Uno')
    await user.addNote('Dos', 'Tierra')
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
      await retry(page)
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
      await retry(page)
      const button = page.getByRole('button', { name: 'Reintentar' })
      await expect(button).toHaveAttribute('aria-busy', 'true')
      release()
      await expect(button).not.toHaveAttribute('aria-busy', 'true')
      await expect(undo(page)).toBeVisible()
      proxy.fault = () => undefined
      await retry(page)
      await expect(page.getByText('Estas son las de la última vez.')).toBeHidden()
      await undoDelete()
    })

    await test.step('in a list that broke off', async () => {
      proxy.fault = (call) => (isList(call) ? 'break the response off' : undefined)
      await page.reload()
      await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
      await deleteNote(page, 'Dos')
      await expect(undo(page)).toBeVisible()
      proxy.fault = () => undefined
      await retry(page)
      await expect(page.getByRole('button', { name: 'Reintentar' })).toBeHidden()
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
})
