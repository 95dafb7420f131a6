import {
  collectCalls,
  editLink,
  expectCards,
  expectScreen,
  loseAnswers,
  open,
  save,
  saveInVain,
  write,
} from '../support/actions'
import { content, draftNotice, expectKept, recover } from '../support/drafts'
import { expect, signedInTest } from '../support/fixtures'

signedInTest('a saved note leaves no draft', async ({ page, user }) => {
  const id = await user.addNote('Plantas', 'Riego')
  await open(page, `/note-editor/${id}`)
  await write(page, { content: 'Riego los martes.' })
  await expectKept(page, ['Riego los martes.'])
  await save(page)
  await expectCards(page, ['Plantas'])
  await expectKept(page, [])
  await expect(page.getByText('Cambios sin guardar en')).toBeHidden()
})

signedInTest(
  'a note that is saved, or listed, with the text of a draft of another note leaves that draft alone',
  async ({ page, user }) => {
    const id = await user.addNote('Plantas', 'Riego')
    const other = await user.addNote('Frase')
    await open(page, `/note-editor/${id}`)
    await write(page, { title: 'Compra', content: 'Pan' })
    await expectKept(page, ['Pan'])
    await open(page, `/note-editor/${other}`)
    await write(page, { title: 'Compra', content: 'Pan' })
    await expectKept(page, ['Pan', 'Pan'])
    await save(page)
    await expectCards(page, ['Compra', 'Plantas'])
    await expectKept(page, ['Pan'])
    await page.getByRole('link', { name: 'Abrir borrador: Plantas' }).click()
    await expectScreen(page, `/note-editor/${id}`)
    await expect(draftNotice(page)).toBeVisible()
  },
)

signedInTest('a save that fails leaves a draft behind', async ({ page, user, expectConsole }) => {
  expectConsole(/Failed to load resource|Error al guardar la nota/)
  const id = await user.addNote('Plantas', 'Riego')
  await open(page, `/note-editor/${id}`)
  for (const failure of ['500', 'no network'] as const) {
    await write(page, { content: `Riego los martes (${failure}).` })
    await page.route('**/api/notes/*', (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      return failure === '500' ? route.fulfill({ status: 500, body: '' }) : route.abort()
    })
    await saveInVain(page)
    await page.reload()
    await recover(page)
    await expect(content(page)).toHaveValue(`Riego los martes (${failure}).`)
    await page.unrouteAll()
    await save(page)
    await expectCards(page, ['Plantas'])
    await expectKept(page, [])
    await editLink(page, 'Plantas').click()
  }
})

signedInTest(
  'a new note that was stored, though its answer was lost, leaves no draft',
  async ({ page, expectConsole }) => {
    expectConsole(/Failed to load resource|Error al guardar la nota/)
    await open(page, '/create-note')
    await write(page, { title: 'Compra', content: 'Pan' })
    await loseAnswers(page, '**/api/notes', 'POST')
    await saveInVain(page)
    await expectKept(page, ['Pan'])
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await expectCards(page, ['Compra'])
    await expectKept(page, [])
    await expect(page.getByText('Nota nueva sin guardar')).toBeHidden()
  },
)

signedInTest(
  'a save that arrived, though its answer was lost, is no conflict for the next one',
  async ({ page, user, expectConsole }) => {
    expectConsole(/Failed to load resource|Error al guardar la nota/)
    const id = await user.addNote('Plantas', 'Riego')
    await open(page, `/note-editor/${id}`)
    await write(page, { content: 'Riego los martes.' })
    await loseAnswers(page, '**/api/notes/*', 'PUT')
    await saveInVain(page)
    await page.unrouteAll()
    await write(page, { content: 'Riego los martes y los viernes.' })
    const calls = collectCalls(page)
    await save(page)
    await expectCards(page, ['Plantas'])
    expect(calls.filter((call) => call.startsWith('PUT'))).toHaveLength(2)
    await expectKept(page, [])
  },
)
