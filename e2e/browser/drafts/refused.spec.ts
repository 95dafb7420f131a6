import type { Page } from '@playwright/test'
import { open, saveToList, write, writeNew } from '../../support/actions'
import { fillDatabase } from '../../support/browser-database'
import { listDraftBackups, recover } from '../../support/drafts'
import { expect, signedInTest } from '../../support/fixtures'

const REFUSALS: [name: string, refuse: () => void][] = [
  ['a full database', fillDatabase],
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
