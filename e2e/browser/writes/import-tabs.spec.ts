import type { Page } from '@playwright/test'
import { open } from '../../support/actions'
import { chooseFiles, startImport, takeoutOf } from '../../support/transfer/choose-files'
import { expect, isCreate, onBothHosts, openTab, writeTest as test } from '../../support/write-fixtures'

const TITLES = Array.from({ length: 40 }, (_, position) => `Nota ${position}`)

async function chooseNotesIn(...pages: Page[]): Promise<void> {
  for (const page of pages) {
    await open(page, '/cuenta')
    await chooseFiles(page, takeoutOf(TITLES))
  }
}

const ended = (page: Page) => page.getByText(/^Se han? importado/)

onBothHosts(() => {
  test('a tab that imports the same file meanwhile waits, and then sends nothing', async ({
    page,
    context,
    faultyProxy: proxy,
    storedTitles,
  }) => {
    const other = await openTab(context, '/cuenta')
    await chooseNotesIn(page, other)
    const release = proxy.hold(isCreate)
    await startImport(page)
    await startImport(other)
    await other.getByText('Otra pestaña está importando: esta espera a que termine.').first().waitFor()
    release()
    await ended(page).waitFor()
    await ended(other).waitFor()
    await expect(ended(page)).toHaveText('Se han importado 40 notas.')
    await expect(ended(other)).toHaveText('Se han importado 0 notas.')
    expect((await storedTitles()).sort()).toEqual([...TITLES].sort())
    expect(proxy.calls.filter(isCreate)).toHaveLength(40)
  })

  test('an import that was paused while another tab brought its notes to the end sends none of them again', async ({
    page,
    context,
    faultyProxy: proxy,
    storedTitles,
  }) => {
    const other = await openTab(context, '/cuenta')
    await chooseNotesIn(page, other)
    const release = proxy.hold(isCreate)
    await startImport(page)
    await expect.poll(() => proxy.calls.filter(isCreate).length).toBeGreaterThan(2)
    await page.getByRole('button', { name: 'Pausar' }).click()
    release()
    await startImport(other)
    await ended(other).waitFor()
    await page.getByRole('button', { name: 'Seguir' }).click()
    await ended(page).waitFor()
    expect((await storedTitles()).sort()).toEqual([...TITLES].sort())
    expect(proxy.calls.filter(isCreate)).toHaveLength(40)
  })
})
