import {
  type Answer,
  answerCall,
  collectCalls,
  editLink,
  expectCards,
  expectFields,
  expectScreen,
  nextLog,
  open,
  openList,
  pauseCalls,
  returnToList,
  save,
  saveAndExpectFailure,
  saveToList,
  write,
} from '../support/actions'
import { expect, signedInTest, test } from '../support/fixtures'

signedInTest(
  'a note is edited, stays open after Descartar and after a failed save, is saved after a question, and comes first in the list',
  { tag: '@cluster' },
  async ({ page, user, expectConsole }) => {
    expectConsole(/Failed to load resource|Error al guardar la nota/)
    const id = await user.addNote('Plantas', 'Riego los martes.')
    await user.addNote('Frase')
    await openList(page, ['Frase', 'Plantas'])
    await editLink(page, 'Plantas').click()

    await expectScreen(page, `/note-editor/${id}`)
    await expect(page).toHaveTitle('Plantas · Notas')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Editar Nota')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByPlaceholder('Título de la nota')).toHaveValue('Plantas')
    await expect(page.getByPlaceholder('Escribe tu contenido aquí...')).toHaveValue('Riego los martes.')
    const text = { title: 'Plantas del balcón', content: 'Riego los martes.\nY los viernes.' }
    await write(page, text)
    const dialog = page.getByRole('dialog', { name: '¿Deseas guardar los cambios?' })

    await signedInTest.step(
      'after Descartar or a failed save the editor stays open with the text',
      async () => {
        await page.getByRole('button', { name: 'Guardar' }).click()
        await dialog.getByRole('button', { name: 'Descartar' }).click()
        await expect(dialog).toBeHidden()
        await expectScreen(page, `/note-editor/${id}`)
        await expectFields(page, text)
        await answerCall(page, '**/api/notes/*', { status: 500 })
        await saveAndExpectFailure(page)
        await expectScreen(page, `/note-editor/${id}`)
        await expectFields(page, text)
      },
    )

    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog.getByRole('button')).toHaveText(['Descartar', 'Guardar'])
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await dialog.getByRole('button', { name: 'Guardar' }).click()

    await expectScreen(page, '/notas')
    await expectCards(page, ['Plantas del balcón', 'Frase'])
    expect(new URL((await sent).url()).pathname).toBe(`/api/notes/${id}`)
    expect((await sent).postDataJSON()).toEqual(text)
  },
)

const FAILURES: [name: string, response: Answer, logged: RegExp][] = [
  ['a note that is gone', { status: 404 }, /Error 404: Not Found/],
  ['no response', { status: 0 }, /Failed to fetch/],
]

signedInTest(
  'a note that fails to load is logged, shows no message, and leaves the form disabled',
  async ({ page, user, expectConsole }) => {
    expectConsole(/Failed to load resource/)
    const id = await user.addNote('Plantas')
    // No visit finds a cached list.
    await page.addInitScript(() => void indexedDB.deleteDatabase('notas'))
    for (const [name, response, logged] of FAILURES) {
      expectConsole(logged)
      await answerCall(page, '**/api/notes/*', response)
      const error = page.waitForEvent('console', (message) => logged.test(message.text()))
      await open(page, `/note-editor/${id}`)
      await error

      await expect(page.getByText('Cargando...'), name).toBeHidden()
      await expect(page.getByPlaceholder('Título de la nota'), name).toBeDisabled()
      await expect(page.getByPlaceholder('Escribe tu contenido aquí...'), name).toBeDisabled()
      await expect(page.getByRole('button', { name: 'Guardar' }), name).toBeDisabled()
      await expect(page.getByText(/^Error/), name).toBeHidden()
      await page.getByRole('button', { name: 'Cancelar' }).click()
      await expectScreen(page, '/notas')
    }
  },
)

test('without a token the editor stays disabled, a save leaves the text, and both log "No token found" without a call', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/No token found/)
  const calls = collectCalls(page)
  const logged = () => nextLog(page, 'No token found')
  const loading = logged()
  await open(page, '/note-editor/42')
  await loading
  await expect(page.getByPlaceholder('Título de la nota')).toBeDisabled()

  await open(page, '/create-note')
  await write(page, { title: 'Regalos' })
  const saving = logged()
  await save(page)
  await saving
  await expect(page.getByPlaceholder('Título de la nota')).toHaveValue('Regalos')
  expect(calls).toEqual([])
})

signedInTest(
  'the editor loads the note each time it opens, without its fields until then, and any success response to an edit counts as saved',
  async ({ page, user }) => {
    const id = await user.addNote('Plantas')
    const resume = await pauseCalls(page, '**/api/notes/*')
    await open(page, `/note-editor/${id}`)
    await expect(page.getByText('Cargando...')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Editar Nota')
    await expect(page.getByRole('button', { name: 'Guardar' })).toBeDisabled()
    await expect(page.getByPlaceholder('Título de la nota')).toBeHidden()
    resume()
    await expect(page.getByPlaceholder('Título de la nota')).toHaveValue('Plantas')
    await expect(page.getByText('Cargando...')).toBeHidden()
    await returnToList(page, ['Plantas'])
    const calls = collectCalls(page)
    for (let i = 0; i < 2; i++) {
      await editLink(page, 'Plantas').click()
      await expect(page.getByPlaceholder('Título de la nota')).toHaveValue('Plantas')
      await returnToList(page, ['Plantas'])
    }
    expect(calls.filter((call) => call === `GET /api/notes/${id}`)).toHaveLength(2)

    await page.route('**/api/notes/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      await route.fetch()
      await route.fulfill({ status: 200, body: 'ok' })
    })
    await editLink(page, 'Plantas').click()
    await write(page, { title: 'Plantas del balcón' })
    await saveToList(page, ['Plantas del balcón'])
  },
)

signedInTest(
  'the editor takes the colour of the card, and a note opened by its address is white',
  async ({ page, user }) => {
    const id = await user.addNote('Plantas', 'Riego')
    await user.addNote('Frase')
    await open(page, '/notas')
    await editLink(page, 'Plantas').click()
    const title = page.getByPlaceholder('Título de la nota')
    const paper = page.locator('main')
    await expect(title).toHaveValue('Plantas')
    await expect(paper).toHaveClass(/paper-orange/)
    await page.reload()
    await expect(title).toHaveValue('Plantas')
    await expect(paper).toHaveClass(/paper-orange/)

    await open(page, `/note-editor/${id}`)
    await expect(title).toHaveValue('Plantas')
    await expect(paper).toHaveClass(/paper-white/)
  },
)
