import type { Page } from '@playwright/test'
import { open, saveToList, signIn, write, writeNew } from '../../support/actions'
import { fillDatabase, fillLocalStorage, forbidDatabase } from '../../support/browser-database'
import {
  content,
  expectDrafts,
  listDraftBackups,
  newDraftBanner,
  recover,
  writeDraft,
} from '../../support/drafts'
import { createUser, expect, signedInTest } from '../../support/fixtures'

const REFUSALS: [name: string, refuse: () => void][] = [
  ['a full database', fillDatabase],
  ['a forbidden database', forbidDatabase],
  [
    'a database whose commits fail',
    () => {
      IDBTransaction.prototype.commit = function () {
        this.abort()
      }
    },
  ],
]

function notSaved(page: Page) {
  return page.getByText('Este navegador no puede guardar borradores: guarda la nota antes de salir.')
}

for (const [name, refuse] of REFUSALS) {
  signedInTest(
    `${name} shows a warning, notes can still be written and saved, and a draft backup is recovered and then removed`,
    async ({ page, user, expectConsole }) => {
      expectConsole(/full|forbidden|aborted|AbortError/)
      const thrown: Error[] = []
      page.on('pageerror', (error) => thrown.push(error))
      await page.addInitScript(refuse)
      const id = await user.addNote('Plantas', 'Riego')
      await open(page, `/note-editor/${id}`)
      await expect(notSaved(page)).toBeHidden()
      await write(page, { content: 'Riego los martes.' })
      await expect(notSaved(page)).toBeVisible()
      await page.reload()
      await recover(page, 'Riego los martes.')
      await write(page, { title: 'Plantas del balcón', content: 'Riego los lunes.' })
      await saveToList(page, ['Plantas del balcón'])
      await expect(page.getByRole('link', { name: /^Abrir borrador/ })).toBeHidden()
      await expect.poll(() => listDraftBackups(page)).toEqual([])

      await writeNew(page, { title: 'Compra' })
      await expect(notSaved(page)).toBeVisible()
      await saveToList(page, ['Compra', 'Plantas del balcón'])
      await page.getByRole('button', { name: 'Cerrar sesión' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in')
      expect(thrown).toEqual([])
    },
  )
}

signedInTest(
  'a draft backup is never shown to the next user, and its own user finds it again',
  async ({ page, host, user, expectConsole }) => {
    expectConsole(/full/)
    await page.addInitScript(fillDatabase)
    const next = await createUser(host)
    const id = await next.addNote('Frase')
    await open(page, '/create-note')
    await write(page, { content: 'Secreto' })
    await expect(notSaved(page)).toBeVisible()
    // The session ends without Cerrar sesión.
    await page.evaluate(() => localStorage.removeItem('token'))

    await signIn(page, next)
    await open(page, `/note-editor/${id}`)
    await write(page, { content: 'Vísteme despacio' })
    await expect(notSaved(page)).toBeVisible()
    await page.getByRole('link', { name: 'Volver' }).click()
    await expect(page.getByText('Cambios sin guardar en «Frase»')).toBeVisible()
    await expect(page.getByRole('link', { name: /^Abrir borrador/ })).toHaveCount(1)
    await expect(page.getByText('Secreto')).toBeHidden()
    await page.getByRole('link', { name: 'Crear nota' }).click()
    await expect(content(page)).toHaveValue('')
    await expect(newDraftBanner(page)).toBeHidden()

    await page.evaluate(() => localStorage.removeItem('token'))
    await signIn(page, user)
    await expect(page.getByText('Nota nueva sin guardar: «Secreto»')).toBeVisible()
  },
)

signedInTest(
  'a sign-out in another tab drops text typed just before, even if the user is signed in again',
  async ({ page, expectConsole }) => {
    expectConsole(/full/)
    await page.addInitScript(fillDatabase)
    await open(page, '/create-note')
    await write(page, { content: 'Pan' })
    await expect(notSaved(page)).toBeVisible()
    // In one task, so that the text is not written yet when the sign-out event arrives.
    await page.evaluate(() => {
      for (const name of Object.keys(localStorage))
        if (name.startsWith('notas-draft-')) localStorage.removeItem(name)
      const field = document.querySelector('textarea') as HTMLTextAreaElement
      field.value = 'Pan y vino'
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }))
    })
    await expect(content(page)).toHaveValue('')
    await expect(notSaved(page)).toBeHidden()
    await write(page, { content: 'Agua' })
    await expect(notSaved(page)).toBeVisible()
    expect(await listDraftBackups(page)).toHaveLength(1)
    await page.reload()
    await recover(page, 'Agua')
  },
)

signedInTest(
  'a draft recovered while storage is full stays until the note is saved',
  async ({ page, user, expectConsole }) => {
    expectConsole(/full/)
    const id = await user.addNote('Plantas', 'Riego')
    await open(page, `/note-editor/${id}`)
    await writeDraft(page, { content: 'Riego los martes.' })
    await page.reload()
    await page.evaluate(fillDatabase)
    await page.evaluate(fillLocalStorage)
    await recover(page)
    await expect(notSaved(page)).toBeVisible()
    await write(page, { content: 'Riego los lunes.' })
    await expectDrafts(page, ['Riego los martes.'])
    await saveToList(page, ['Plantas'])
    await expectDrafts(page, [])
    await expect(page.getByRole('link', { name: /^Abrir borrador/ })).toBeHidden()
  },
)
