import type { Page } from '@playwright/test'
import { expectCards, expectScreen, open, openList, openTab, reloadList, save } from '../../support/actions'
import { createNote } from '../../support/api-client'
import { POLLING, readAllStorage, readStore } from '../../support/browser-storage'
import { listDraftBackups, readDrafts, recover } from '../../support/drafts'
import { addKeptNotes, restoreBrowser } from '../../support/kept-browsers'
import {
  writeTest as base,
  expect,
  expectNoWriteUnderWay,
  isCreate,
  isList,
  isRestore,
  onBothHosts,
  type ProxiedCall,
  undo,
  unsaved,
} from '../../support/write-fixtures'

type Names = Awaited<ReturnType<typeof addKeptNotes>>

type Fixtures = {
  names: Names
  /** Leaves in the browser what 1.0.0 has left there. */
  restore: (state: string) => Promise<void>
  /** Does on the host what a call of 1.0.0 has done. */
  deleteOnHost: () => Promise<void>
}

const test = base.extend<Fixtures>({
  names: async ({ host, user }, use) => use(await addKeptNotes(host, user)),
  restore: async ({ context, names }, use) => use((state) => restoreBrowser(context, '1.0.0', state, names)),
  deleteOnHost: async ({ user, names }, use) =>
    use(async () => void (await user.call('DELETE', `/api/notes/${names.Viaje}`))),
})

const refuseList = (proxied: ProxiedCall) => (isList(proxied) ? ('refuse' as const) : undefined)

/** Waits until nothing of a delete is stored. */
async function expectNothingLeft(page: Page): Promise<void> {
  await expect.poll(() => readDrafts(page), POLLING).toEqual([])
  expect(await readStore(page, 'deletions')).toEqual([])
  expect(await listDraftBackups(page)).toEqual([])
}

test('drafts are offered, also those in localStorage, and saved', async ({ page, restore, user }) => {
  await restore('drafts')
  await open(page, '/notas')
  await expect(unsaved(page)).toHaveCount(3)
  for (const [link, text] of [
    ['Abrir borrador: Compra', 'Pan y leche'],
    ['Abrir borrador: Plantas', 'Riego los martes'],
    ['Abrir borrador: Recetas', 'Tortilla con cebolla'],
  ] as const) {
    await page.getByRole('link', { name: link }).click()
    await recover(page, text)
    await save(page)
    await expectScreen(page, '/notas')
  }
  await expect(unsaved(page)).toHaveCount(0)
  const stored = (await user.listNotes()).map(({ title, content }) => [title, content])
  expect(stored).toHaveLength(4)
  expect(stored).toEqual(
    expect.arrayContaining([
      ['Compra', 'Pan y leche'],
      ['Plantas', 'Riego los martes'],
      ['Recetas', 'Tortilla con cebolla'],
      ['Viaje', 'Billetes y hotel'],
    ]),
  )
  await expectNothingLeft(page)
})

test('a sign-out that waited for the database is carried out', async ({ page, restore }) => {
  await restore('signed out')
  await open(page, '/')
  await expect.poll(() => readAllStorage(page), POLLING).not.toMatch(/Pan y leche|Riego|Billetes|@correo/)
  await expectScreen(page, '/')
})

test('notes that were deleted stay hidden offline once their undo has ended', async ({
  page,
  faultyProxy: proxy,
  restore,
  deleteOnHost,
}) => {
  await deleteOnHost()
  await restore('deleted, and the list left')
  proxy.fault = refuseList
  for (let opening = 0; opening < 2; opening += 1) {
    await openList(page, ['Plantas', 'Recetas'])
    await expect(undo(page)).toBeHidden()
    expect(await readStore(page, 'deletions')).toEqual([])
  }
  proxy.fault = () => undefined
  await reloadList(page, ['Plantas', 'Recetas'])
  await expectNothingLeft(page)
})

onBothHosts((isBare) => {
  const host = isBare ? ' on a bare host' : ''

  test('a deleted note stays hidden offline, and Deshacer brings it back once', async ({
    page,
    faultyProxy: proxy,
    restore,
    deleteOnHost,
    expectNotes,
  }) => {
    await deleteOnHost()
    await restore(`deleted${host}`)
    proxy.fault = refuseList
    for (let opening = 0; opening < 2; opening += 1) {
      await openList(page, ['Plantas', 'Recetas'])
      await expect(undo(page)).toBeVisible()
    }
    proxy.fault = () => undefined
    await reloadList(page, ['Plantas', 'Recetas'])
    await undo(page).click()
    await expectCards(page, ['Viaje', 'Plantas', 'Recetas'])
    await expect(undo(page)).toBeHidden()
    await page.reload()
    await expectNotes(page, ['Viaje', 'Plantas', 'Recetas'])
    await expectNothingLeft(page)
  })

  test('an undo under way that the host has done is over', async ({
    page,
    restore,
    deleteOnHost,
    host: ours,
    user,
    names,
    storedTitles,
  }) => {
    await deleteOnHost()
    if (isBare) await createNote(ours, user, 'Viaje', 'Billetes y hotel')
    else await user.call('POST', `/api/trash/${names.Viaje}/restore`)
    await restore(`undoing${host}`)
    await openList(page, ['Viaje', 'Plantas', 'Recetas'])
    await expectNothingLeft(page)
    await expect(undo(page)).toBeHidden()
    expect(await storedTitles()).toEqual(['Viaje', 'Plantas', 'Recetas'])
  })

  test('an undo under way that the host has not had is offered again, and done once', async ({
    page,
    context,
    faultyProxy: proxy,
    restore,
    deleteOnHost,
    storedTitles,
  }) => {
    await deleteOnHost()
    await restore(`undoing${host}`)
    await openList(page, ['Plantas', 'Recetas'])
    const other = await openTab(context, '/notas')
    const release = proxy.hold(isBare ? isCreate : isRestore)
    await undo(page).click()
    await undo(other).click()
    release()
    for (const tab of [page, other]) await expectCards(tab, ['Viaje', 'Plantas', 'Recetas'])
    await expectNoWriteUnderWay(page)
    expect(await storedTitles()).toEqual(['Viaje', 'Plantas', 'Recetas'])
  })
})

test('a delete whose answer was lost is offered for undoing if the host has done it', async ({
  page,
  restore,
  deleteOnHost,
  expectNotes,
}) => {
  await deleteOnHost()
  await restore('deleted without an answer')
  await openList(page, ['Plantas', 'Recetas'])
  await undo(page).click()
  await expectNotes(page, ['Viaje', 'Plantas', 'Recetas'])
})

test('a delete that the host has never had hides nothing, offline or with an unchanged list', async ({
  page,
  faultyProxy: proxy,
  restore,
  host,
  user,
}) => {
  await restore('deleted without an answer')
  proxy.fault = refuseList
  await openList(page, ['Viaje', 'Plantas', 'Recetas'])
  await expect(undo(page)).toBeHidden()
  proxy.fault = () => undefined
  await reloadList(page, ['Viaje', 'Plantas', 'Recetas'])
  expect(proxy.calls.filter(isList).at(-1)?.headers['if-none-match']).toBeDefined()
  await createNote(host, user, 'Compra')
  await reloadList(page, ['Compra', 'Viaje', 'Plantas', 'Recetas'])
  await expectNothingLeft(page)
})
