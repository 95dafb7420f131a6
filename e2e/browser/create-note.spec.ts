import {
  collectCalls,
  expectCards,
  expectFields,
  expectScreen,
  holdFocus,
  open,
  pauseCalls,
  save,
  saveToList,
  write,
  writeNew,
} from '../support/actions'
import { expect, signedInTest } from '../support/fixtures'

const PATHS = ['/create-note', '/note-editor']

signedInTest(
  'both addresses show the form of a new note, which Volver and Cancelar leave without saving, and which asks and saves',
  async ({ page }) => {
    const calls = collectCalls(page)
    const saved: string[] = []
    for (const path of PATHS) {
      for (const [role, name] of [
        ['link', 'Volver'],
        ['button', 'Cancelar'],
      ] as const) {
        await open(page, path)
        await write(page, { title: 'Regalos' })
        await page.getByRole(role, { name }).click()
        await expectScreen(page, '/notas')
        await expectCards(page, saved)
        if (saved.length === 0) await expect(page.getByText('Create your note!')).toBeVisible()
        expect(calls.splice(0)).toEqual(['GET /api/notes'])
      }

      await open(page, path)
      await expect(page).toHaveTitle('Nueva Nota · Notas')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nueva Nota')
      await expect(page.getByRole('textbox', { name: 'Título de la nota' })).toBeFocused()
      await expect(page.getByRole('textbox', { name: 'Escribe tu contenido aquí...' })).toBeVisible()
      await write(page, { title: 'Regalos', content: 'Papá: la bufanda.\nInés: acuarelas.' })
      await page.getByRole('button', { name: 'Guardar' }).click()
      const dialog = page.getByRole('dialog', { name: '¿Guardar la nueva nota?' })
      await expect(dialog.getByRole('button')).toHaveText(['Cancelar', 'Guardar'])
      await expect(dialog.getByRole('button', { name: 'Guardar' })).toBeFocused()
      expect(calls).toEqual([])
      const sent = page.waitForRequest('**/api/notes')
      await dialog.getByRole('button', { name: 'Guardar' }).click()
      await expectScreen(page, '/notas')
      saved.push('Regalos')
      await expectCards(page, saved)
      expect((await sent).postDataJSON()).toEqual({
        title: 'Regalos',
        content: 'Papá: la bufanda.\nInés: acuarelas.',
      })
      await expect.poll(() => calls).toEqual(['POST /api/notes', 'GET /api/notes'])
      calls.length = 0
    }
  },
)

signedInTest(
  'Cancelar and Escape close the dialog, and the text stays; while a save runs the dialog stays, and no second call is sent; a note may be empty',
  async ({ page }) => {
    await open(page, '/create-note')
    await write(page, { title: 'Regalos', content: 'Acuarelas' })
    for (const close of [
      () => page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await page.getByRole('button', { name: 'Guardar' }).click()
      await close()
      await expect(page.getByRole('dialog')).toBeHidden()
      await expectFields(page, { title: 'Regalos', content: 'Acuarelas' })
    }
    await expectScreen(page, '/create-note')

    await signedInTest.step('while a save runs its button is busy, and sends no second call', async () => {
      const calls = collectCalls(page)
      const resume = await pauseCalls(page, '**/api/notes')
      await save(page)
      const button = page.getByRole('dialog').getByRole('button', { name: 'Guardar' })
      await expect(button).toHaveAttribute('aria-busy', 'true')
      await button.click({ force: true })
      await page.keyboard.press('Enter')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeVisible()
      resume()
      await expectCards(page, ['Regalos'])
      expect(calls.filter((call) => call === 'POST /api/notes')).toHaveLength(1)
    })

    await open(page, '/create-note')
    await saveToList(page, ['', 'Regalos'])
  },
)

signedInTest(
  'a success without an id counts as a saved note, which is in the list before it has loaded again',
  async ({ page, user }) => {
    await user.addNote('Plantas')
    await open(page, '/notas')
    const titles = ['Plantas']
    await expectCards(page, titles)
    const bodies = ['', '{}']
    for (const [position, body] of bodies.entries()) {
      await page.route('**/api/notes', async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        await route.fetch()
        await route.fulfill({ status: 200, body })
      })
      await page.getByRole('link', { name: 'Crear nota' }).click()
      titles.unshift(`Regalos ${position}`)
      await write(page, { title: titles[0] })
      await saveToList(page, titles)
      await page.unroute('**/api/notes')
    }

    await page.route('**/api/notes', (route) =>
      route.request().method() === 'GET' ? undefined : route.continue(),
    )
    await writeNew(page, { title: 'Regalos' })
    await saveToList(page, ['Regalos', ...titles])
  },
)

signedInTest(
  'a key that comes before the focus of a question presses its first button once',
  async ({ page }) => {
    const focus = await holdFocus(page)
    const calls = collectCalls(page)
    for (const [key, titles] of [
      ['Enter', ['Uno']],
      ['Control+Enter', ['Dos', 'Uno']],
    ] as const) {
      await open(page, '/create-note')
      await write(page, { title: titles[0] })
      await page.keyboard.press('Control+Enter')
      await page.getByRole('dialog').waitFor()
      await focus.expectMove()
      await page.keyboard.press(key)
      await expectCards(page, [...titles])
    }
    expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(2)
  },
)

signedInTest('for screen readers the link to the form is in none of the two screens', async ({ page }) => {
  await open(page, '/notas')
  const owner = page.locator('body > [aria-owns]')
  await expect(owner).toMatchAriaSnapshot('- link "Crear nota"')
  const place = await owner.evaluateHandle((element) => element)
  await page.getByRole('link', { name: 'Crear nota' }).click()
  await expect(page.getByPlaceholder('Título de la nota')).toBeFocused()
  expect(await place.evaluate((element) => element.isConnected && element.textContent === '')).toBe(true)
})
