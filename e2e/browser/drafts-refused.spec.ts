import type { Page } from '@playwright/test'
import { expectCards, open, save, write } from '../support/actions'
import { content, draftsLeftBehind, recover } from '../support/drafts'
import { expect, signedInTest } from '../support/fixtures'

const REFUSALS: [name: string, refuse: () => void][] = [
  [
    'full',
    () => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    },
  ],
  [
    'forbidden',
    () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('forbidden', 'SecurityError')
      }
    },
  ],
  [
    'full when it comes to the disk',
    () => {
      IDBTransaction.prototype.commit = function () {
        this.abort()
      }
    },
  ],
]

function notKept(page: Page) {
  return page.getByText('Este navegador no puede guardar borradores: guarda la nota antes de salir.')
}

for (const [name, refuse] of REFUSALS) {
  signedInTest(
    `where the browser's storage is ${name}, it is said, and writing and saving go on`,
    async ({ page, user, expectConsole }) => {
      expectConsole(/full|forbidden|aborted|AbortError/)
      const thrown: Error[] = []
      page.on('pageerror', (error) => thrown.push(error))
      await page.addInitScript(refuse)
      const id = await user.addNote('Plantas', 'Riego')
      await open(page, `/note-editor/${id}`)
      await expect(notKept(page)).toBeHidden()
      await write(page, { content: 'Riego los martes.' })
      await expect(notKept(page)).toBeVisible()
      await write(page, { title: 'Plantas del balcón' })
      await save(page)
      await expectCards(page, ['Plantas del balcón'])

      await page.getByRole('link', { name: 'Crear nota' }).click()
      await write(page, { title: 'Compra' })
      await expect(notKept(page)).toBeVisible()
      await save(page)
      await expectCards(page, ['Compra', 'Plantas del balcón'])
      await page.getByRole('button', { name: 'Cerrar sesión' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in')
      expect(thrown).toEqual([])
    },
  )

  signedInTest(
    `where the browser's storage is ${name}, what a page leaves behind is recovered and saved, and then gone`,
    async ({ page, user, expectConsole }) => {
      expectConsole(/full|forbidden|aborted|AbortError/)
      await page.addInitScript(refuse)
      const id = await user.addNote('Plantas', 'Riego')
      await open(page, `/note-editor/${id}`)
      await write(page, { content: 'Riego los martes.' })
      await expect(notKept(page)).toBeVisible()
      await page.reload()
      await recover(page)
      await expect(content(page)).toHaveValue('Riego los martes.')
      await write(page, { content: 'Riego los lunes.' })
      await save(page)
      await expectCards(page, ['Plantas'])
      await expect(page.getByRole('link', { name: /^Abrir borrador/ })).toBeHidden()
      expect(await draftsLeftBehind(page)).toEqual([])
    },
  )
}
