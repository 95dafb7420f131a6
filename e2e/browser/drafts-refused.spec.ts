import type { Page } from '@playwright/test'
import { expectCards, open, save, signIn, write } from '../support/actions'
import { content, expectDrafts, listDraftBackups, newDraftBanner, recover } from '../support/drafts'
import { createUser, expect, signedInTest } from '../support/fixtures'

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
      expect(await listDraftBackups(page)).toEqual([])
    },
  )
}

function fillDatabase(): void {
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
}

function fillLocalStorage(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
}

signedInTest(
  'what the database refused of one user is never shown to the next, and is still there for the first',
  async ({ page, host, user, expectConsole }) => {
    expectConsole(/full/)
    await page.addInitScript(fillDatabase)
    const next = await createUser(host)
    const id = await next.addNote('Frase')
    await open(page, '/create-note')
    await write(page, { content: 'Secreto' })
    await expect(notKept(page)).toBeVisible()
    // A session that just ends: nobody chose to leave nothing behind.
    await page.evaluate(() => localStorage.removeItem('token'))

    await signIn(page, next)
    await open(page, `/note-editor/${id}`)
    await write(page, { content: 'Vísteme despacio' })
    await expect(notKept(page)).toBeVisible()
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
  'a log-out that is noticed when its user is back leaves nothing of what was just typed',
  async ({ page, expectConsole }) => {
    expectConsole(/full/)
    await page.addInitScript(fillDatabase)
    await open(page, '/create-note')
    await write(page, { content: 'Pan' })
    await expect(notKept(page)).toBeVisible()
    // In one task, so that what is typed has not been written when the other tab's log-out is noticed.
    await page.evaluate(() => {
      for (const name of Object.keys(localStorage))
        if (name.startsWith('notas-draft-')) localStorage.removeItem(name)
      const field = document.querySelector('textarea') as HTMLTextAreaElement
      field.value = 'Pan y vino'
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }))
    })
    await expect(content(page)).toHaveValue('')
    await expect(notKept(page)).toBeHidden()
    await write(page, { content: 'Agua' })
    await expect(notKept(page)).toBeVisible()
    expect(await listDraftBackups(page)).toHaveLength(1)
    await page.reload()
    await recover(page)
    await expect(content(page)).toHaveValue('Agua')
  },
)

signedInTest(
  'a draft that is recovered where nothing can be kept stays until what was made of it is saved',
  async ({ page, user, expectConsole }) => {
    expectConsole(/full/)
    const id = await user.addNote('Plantas', 'Riego')
    await open(page, `/note-editor/${id}`)
    await write(page, { content: 'Riego los martes.' })
    await expectDrafts(page, ['Riego los martes.'])
    await page.reload()
    await page.evaluate(fillDatabase)
    await page.evaluate(fillLocalStorage)
    await recover(page)
    await expect(notKept(page)).toBeVisible()
    await write(page, { content: 'Riego los lunes.' })
    await expectDrafts(page, ['Riego los martes.'])
    await save(page)
    await expectCards(page, ['Plantas'])
    await expectDrafts(page, [])
    await expect(page.getByRole('link', { name: /^Abrir borrador/ })).toBeHidden()
  },
)
