import type { Page } from '@playwright/test'
import { deleteButton, expectCards, expectScreen, open, pauseCalls, write } from '../support/actions'
import { content } from '../support/drafts'
import { expect, signedInTest as test } from '../support/fixtures'

test.beforeEach(async ({ page, user }) => {
  for (const title of ['Pan', 'Plantas', 'Nubes']) await user.addNote(title)
  await open(page, '/notas')
  await expectCards(page, ['Nubes', 'Plantas', 'Pan'])
})

const field = (page: Page) => page.getByPlaceholder('Buscar notas...')
const help = (page: Page) => page.getByRole('dialog', { name: 'Atajos de teclado' })

test('"/" opens the search, where letters are no shortcuts, and keys with other modifiers stay the browser’s', async ({
  page,
}) => {
  await test.step('"/" opens the search and leads back to it, and letters typed there are no shortcuts', async () => {
    await page.keyboard.press('/')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('pan/n?')
    await expect(field(page)).toHaveValue('pan/n?')
    await page.getByRole('button', { name: 'Cerrar sesión' }).focus()
    await page.keyboard.press('/')
    await expect(field(page)).toBeFocused()
    await expectScreen(page, '/notas')
    await page.keyboard.press('Escape')
  })

  await test.step('keys with other modifiers stay the browser’s', async () => {
    await page.evaluate(() => {
      addEventListener('keydown', (event) => {
        document.title = event.defaultPrevented ? 'prevented' : event.key
      })
    })
    for (const [key, title] of [
      ['Control+n', 'n'],
      ['Alt+n', 'n'],
      ['x', 'x'],
      ['/', 'prevented'],
    ] as const) {
      await page.keyboard.press(key)
      expect(await page.title(), key).toBe(title)
    }
  })
})

test('"n" opens the form of a new note, Ctrl with Enter saves it through the dialog, and held it only asks', async ({
  page,
}) => {
  await test.step('"n" opens the form of a new note, and Ctrl with Enter saves it through the dialog', async () => {
    await page.keyboard.press('n')
    await expectScreen(page, '/create-note')
    await write(page, { title: 'Compra', content: 'Pan' })
    await content(page).press('Control+Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.down('Control')
    await page.keyboard.down('Enter')
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.keyboard.up('Control')
    await expectCards(page, ['Compra', 'Nubes', 'Plantas', 'Pan'])
  })

  await test.step('a held Ctrl with Enter asks, and does not save', async () => {
    await open(page, '/create-note')
    await write(page, { content: 'Pan' })
    await page.keyboard.down('Meta')
    for (let press = 0; press < 20; press += 1) await page.keyboard.down('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    for (let press = 0; press < 20; press += 1) await page.keyboard.down('Enter')
    await expect(dialog.getByRole('button', { name: 'Guardar' })).not.toHaveAttribute('aria-busy')
    await expectScreen(page, '/create-note')
  })
})

test("what is typed after 'Crear nota' stays, though it is pressed again before the form is there", async ({
  page,
}) => {
  await page.evaluate(() => {
    const link = document.querySelector<HTMLElement>('[aria-keyshortcuts=n]')
    const type = (key: string) => dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))
    link?.click()
    for (const key of 'lec') type(key)
    document.querySelector('main')?.click()
    link?.click()
    for (const key of ['x', 'Backspace', 'h', 'e']) type(key)
  })
  await expect(page.getByPlaceholder('Título de la nota')).toHaveValue('leche')
})

test("after 'Crear nota' the other buttons can be pressed, and Back forgets what was typed", async ({
  page,
}) => {
  await page.getByRole('link', { name: 'Cuenta' }).click()
  await page.getByRole('link', { name: 'Volver' }).click()
  await expectCards(page, ['Nubes', 'Plantas', 'Pan'])
  const release = await pauseCalls(page, '**/create-note/**')
  await page.keyboard.press('n')
  await page.keyboard.type('clave')
  await page.getByRole('button', { name: 'Buscar' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('pan')
  await expect(field(page)).toHaveValue('pan')

  await page.getByRole('button', { name: 'Buscar' }).click()
  await page.keyboard.press('n')
  await page.keyboard.type('clave')
  await page.goBack()
  await expectScreen(page, '/cuenta')
  release()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.evaluate(() => history.forward())
  await expectCards(page, ['Nubes', 'Plantas', 'Pan'])
  await page.keyboard.press('n')
  await expectScreen(page, '/create-note')
  await expect(page.getByPlaceholder('Título de la nota')).toBeFocused()
  await expect(page.getByPlaceholder('Título de la nota')).toHaveValue('')
})

test('behind a dialog nothing is pressed, not even once the dialog is closed', async ({ page }) => {
  await deleteButton(page, 'Pan').click()
  await page.getByRole('dialog').waitFor()
  const release = await pauseCalls(page, '**/_next/static/**/*.js')
  for (const key of ['n', '/', '?']) await page.keyboard.press(key)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  release()
  // Keys are handled in their order.
  await page.keyboard.press('?')
  await expect(help(page)).toBeVisible()
  await expectScreen(page, '/notas')
  await expect(field(page)).toBeHidden()
})

test('"?" shows the shortcuts, where those of one key are switched off; the account shows them too', async ({
  page,
}) => {
  await page.keyboard.press('?')
  await expect(help(page)).toContainText('Crear nota')
  await help(page).getByLabel('Usar los atajos de una sola tecla').uncheck()
  await page.keyboard.press('Escape')
  await expect(help(page)).toBeHidden()
  for (const key of ['/', '?', 'n']) await page.keyboard.press(key)
  await page.getByRole('link', { name: 'Cuenta' }).click()
  await expectScreen(page, '/cuenta')
  await expect(help(page)).toBeHidden()

  await page.getByRole('button', { name: 'Ver atajos' }).click()
  await help(page).getByLabel('Usar los atajos de una sola tecla').check()
  await help(page).getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByRole('button', { name: 'Ver atajos' })).toBeFocused()
  await page.keyboard.press('?')
  await expect(help(page)).toBeVisible()
})

test("a key is the browser's where the screen has no button for it", async ({ page }) => {
  await open(page, '/cuenta')
  await expect(page.getByRole('button', { name: 'Ver atajos' })).toBeEnabled()
  const isTaken = await page.evaluate(() => {
    const event = new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true })
    return !document.body.dispatchEvent(event)
  })
  expect(isTaken).toBe(false)
})

test('with a full storage the shortcuts of one key are switched off in this page', async ({
  page,
  expectConsole,
}) => {
  // The list's ETag is not stored either.
  expectConsole(/QuotaExceededError/)
  await page.evaluate(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (...args) {
      if (this === localStorage) throw new DOMException('full', 'QuotaExceededError')
      setItem.apply(this, args)
    }
  })
  await page.keyboard.press('?')
  const box = help(page).getByLabel('Usar los atajos de una sola tecla')
  await box.uncheck()
  await expect(box).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(help(page)).toBeHidden()
  for (const key of ['/', '?']) await page.keyboard.press(key)
  // It would close a search, and cannot be pressed behind a dialog.
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(field(page)).toBeFocused()
  await expect(help(page)).toBeHidden()
})

test('the shortcuts close when the screen below them changes', async ({ page }) => {
  await page.getByRole('link', { name: 'Cuenta' }).click()
  await expectScreen(page, '/cuenta')
  await page.keyboard.press('?')
  await expect(help(page)).toBeVisible()
  await page.goBack()
  await expectCards(page, ['Nubes', 'Plantas', 'Pan'])
  await expect(help(page)).toBeHidden()
})
