import {
  collectCalls,
  editLink,
  expectCards,
  expectScreen,
  loseResponses,
  open,
  saveAndExpectFailure,
  saveToList,
  write,
  writeNew,
} from '../../support/actions'
import { draftBanner, expectDrafts, recover, writeDraft } from '../../support/drafts'
import { expect, signedInTest } from '../../support/fixtures'

signedInTest(
  'a saved note leaves no draft, and a draft of another note with the same text stays',
  async ({ page, user }) => {
    const id = await user.addNote('Plantas', 'Riego')
    const other = await user.addNote('Frase')
    await open(page, `/note-editor/${id}`)
    await writeDraft(page, { title: 'Compra', content: 'Pan' })
    await open(page, `/note-editor/${other}`)
    await write(page, { title: 'Compra', content: 'Pan' })
    await expectDrafts(page, ['Pan', 'Pan'])
    await saveToList(page, ['Compra', 'Plantas'])
    await expectDrafts(page, ['Pan'])
    await expect(page.getByText('Cambios sin guardar en')).toHaveCount(1)
    await page.getByRole('link', { name: 'Abrir borrador: Plantas' }).click()
    await expectScreen(page, `/note-editor/${id}`)
    await expect(draftBanner(page)).toBeVisible()
  },
)

signedInTest('a failed save leaves the draft', async ({ page, user, expectConsole }) => {
  expectConsole(/Failed to load resource|Error al guardar la nota/)
  const id = await user.addNote('Plantas', 'Riego')
  await open(page, `/note-editor/${id}`)
  for (const failure of ['500', 'no network'] as const) {
    await write(page, { content: `Riego los martes (${failure}).` })
    await page.route('**/api/notes/*', (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      return failure === '500' ? route.fulfill({ status: 500, body: '' }) : route.abort()
    })
    await saveAndExpectFailure(page)
    await page.reload()
    await recover(page, `Riego los martes (${failure}).`)
    await page.unrouteAll()
    await saveToList(page, ['Plantas'])
    await expectDrafts(page, [])
    await editLink(page, 'Plantas').click()
  }
})

signedInTest(
  'a saved new note leaves no draft, even if its response was lost',
  async ({ page, expectConsole }) => {
    expectConsole(/Failed to load resource|Error al guardar la nota/)
    await open(page, '/notas')
    await writeNew(page, { title: 'Compra', content: 'Pan' })
    await loseResponses(page, '**/api/notes', 'POST')
    await saveAndExpectFailure(page)
    await expectDrafts(page, ['Pan'])
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await expectCards(page, ['Compra'])
    await expectDrafts(page, [])
    await expect(page.getByText('Nota nueva sin guardar')).toBeHidden()
  },
)

signedInTest(
  'a save whose response was lost is no conflict for the next save',
  async ({ page, user, expectConsole }) => {
    expectConsole(/Failed to load resource|Error al guardar la nota/)
    const id = await user.addNote('Plantas', 'Riego')
    await open(page, `/note-editor/${id}`)
    await write(page, { content: 'Riego los martes.' })
    await loseResponses(page, '**/api/notes/*', 'PUT')
    await saveAndExpectFailure(page)
    await page.unrouteAll()
    await write(page, { content: 'Riego los martes y los viernes.' })
    const calls = collectCalls(page)
    await saveToList(page, ['Plantas'])
    expect(calls).toContain(`PUT /api/notes/${id}`)
    await page.reload()
    await expectDrafts(page, [])
  },
)
