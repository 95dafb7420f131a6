import type { Page } from '@playwright/test'
import { expectCards, open, signIn } from '../../support/actions'
import { expectCachedList } from '../../support/browser-storage'
import { deleteNote, expect, held, isList, writeTest as test, undo } from '../../support/write-fixtures'

async function retry(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reintentar' }).click()
}

for (const isBare of [false, true])
  test.describe(isBare ? 'on a host of seven calls' : 'on our host', () => {
    test.use({ isBare })

    test('Deshacer stays after Reintentar, and when the same person logs in again in another tab', async ({
      page,
      context,
      faultyProxy: proxy,
      user,
      storedTitles,
    }) => {
      await user.addNote('Uno')
      await user.addNote('Dos', 'Tierra')
      await open(page, '/notas')
      await expectCachedList(page, ['Dos', 'Uno'])
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
        const { until, release } = held()
        proxy.fault = async (call) => {
          if (!isList(call)) return undefined
          await until
          return 'refuse'
        }
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
