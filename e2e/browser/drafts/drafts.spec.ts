import type { Page } from '@playwright/test'
import {
  card,
  collectCalls,
  edit,
  expectFields,
  expectScreen,
  open,
  openList,
  openTab,
  openWithoutScripts,
  saveToList,
  signIn,
  write,
} from '../../support/actions'
import {
  content,
  draftBanner,
  expectDrafts,
  listDraftBackups,
  recover,
  writeDraft,
} from '../../support/drafts'
import { expect, signedInTest } from '../../support/fixtures'

const EXITS: [how: string, leave: (page: Page) => Promise<unknown>][] = [
  ['Cancelar', (page) => page.getByRole('button', { name: 'Cancelar' }).click()],
  ['Volver', (page) => page.getByRole('link', { name: 'Volver' }).click()],
  ['Back', (page) => page.goBack()],
]

/** Closes the tab as a user does, with its unload events. */
async function close(page: Page): Promise<void> {
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
}

signedInTest(
  'the draft of a note survives every way to leave the editor, and can be recovered',
  async ({ page, user }) => {
    const calls = collectCalls(page)
    for (const [how, leave] of EXITS) {
      const id = await user.addNote(how, 'Riego')
      await open(page, '/notas')
      await edit(page, how, { title: 'Plantas del balcón', content: `Riego los martes (${how}).` })
      await leave(page)
      await expectScreen(page, '/notas')
      expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([])
      await open(page, `/note-editor/${id}`)

      await expect(draftBanner(page), how).toBeVisible()
      await expect(content(page)).toHaveValue('Riego')
      await recover(page)
      await expectFields(page, { title: 'Plantas del balcón', content: `Riego los martes (${how}).` })
      await expect(draftBanner(page), how).toBeHidden()
    }
  },
)

signedInTest('what is typed before the form of a new note is there becomes its draft', async ({ page }) => {
  await openList(page, [])
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('[aria-keyshortcuts=n]')?.click()
    for (const key of ['a', 'Enter', 'p', 'a', 'n'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
  await expectFields(page, { title: 'a', content: 'pan' })
  await expectDrafts(page, ['pan'])
})

signedInTest('text typed after the database was deleted is saved in a new database', async ({ page }) => {
  await open(page, '/create-note')
  await writeDraft(page, { content: 'Pan' })
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase('notas').onsuccess = resolve
      }),
  )
  await writeDraft(page, { content: 'Pan y leche' })
})

signedInTest(
  'a draft that the database has not stored when the tab closes can still be recovered',
  async ({ page, context, expectConsole }) => {
    // Logged if the page's own write runs before the browser has closed the tab.
    expectConsole(/aborted/)
    await open(page, '/create-note')
    await writeDraft(page, { title: 'Compra', content: 'Pan' })
    // A browser aborts the unfinished writes of a closed page.
    await page.evaluate(() => {
      IDBTransaction.prototype.commit = IDBTransaction.prototype.abort
    })
    await write(page, { content: 'Pan y vino' })
    await close(page)

    const next = await openTab(context, '/notas')
    await next.getByRole('link', { name: 'Abrir borrador: Compra' }).click()
    await recover(next, 'Pan y vino')
    await expectDrafts(next, ['Pan y vino'])
    expect(await listDraftBackups(next)).toEqual([])
  },
)

signedInTest('Descartar deletes the draft and leaves the note unchanged', async ({ page, user }) => {
  const id = await user.addNote('Plantas', 'Riego')
  await open(page, `/note-editor/${id}`)
  await writeDraft(page, { content: 'Riego los martes.' })
  await page.reload()
  const calls = collectCalls(page)
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect(draftBanner(page)).toBeHidden()
  await expectDrafts(page, [])
  expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([])

  await page.reload()
  await expect(content(page)).toHaveValue('Riego')
  await expect(draftBanner(page)).toBeHidden()
})

signedInTest('a draft survives a killed browser', async ({ profile, user }) => {
  await user.addNote('Plantas', 'Riego')
  const page = await (await profile.start()).newPage()
  await signIn(page, user)
  await edit(page, 'Plantas', { content: 'Riego los martes.' })
  await expectDrafts(page, ['Riego los martes.'])
  await profile.kill()

  const next = await (await profile.start()).newPage()
  await signIn(next, user)
  await next.getByRole('link', { name: 'Abrir borrador: Plantas' }).click()
  await expect(draftBanner(next)).toBeVisible()
  await expect(content(next)).toHaveValue('Riego')
  await recover(next, 'Riego los martes.')
  await saveToList(next, ['Plantas'])
  await expect(card(next, 'Plantas')).toContainText('Riego los martes.')
  await openList(next, ['Plantas'])
  await expect(card(next, 'Plantas')).toContainText('Riego los martes.')
  await expect(next.getByRole('link', { name: /^Abrir borrador/ })).toHaveCount(0)
})

signedInTest('text typed before hydration becomes a draft', async ({ page }) => {
  const loadScripts = await openWithoutScripts(page, '/create-note')
  await write(page, { content: 'Pan' })
  loadScripts()
  await expectDrafts(page, ['Pan'])
  await expect(content(page)).toHaveValue('Pan')
  await page.keyboard.type(' y vino')
  await expectFields(page, { title: '', content: 'Pan y vino' })
})
