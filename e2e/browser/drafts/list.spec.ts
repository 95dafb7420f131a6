import {
  card,
  collectCalls,
  confirmSignOut,
  deleteNote,
  edit,
  editLink,
  expectScreen,
  open,
  openList,
  openTab,
  returnToList,
  saveToList,
  signIn,
  write,
  writeNew,
} from '../../support/actions'
import { content, draftBanner, expectDrafts, newDraftBanner, recover, writeDraft } from '../../support/drafts'
import { createUser, expect, signedInTest } from '../../support/fixtures'

signedInTest('the list names every note with a draft and opens it in one click', async ({ page, user }) => {
  const id = await user.addNote('Plantas', 'Riego')
  await open(page, `/note-editor/${id}`)
  await write(page, { title: 'Otro título', content: 'Riego los martes.' })
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await writeNew(page, { title: 'Compra', content: 'Pan' })
  await page.getByRole('link', { name: 'Volver' }).click()

  await expect(page.getByText('Cambios sin guardar en «Plantas»')).toBeVisible()
  await expect(page.getByText('Nota nueva sin guardar: «Compra»')).toBeVisible()
  await page.getByRole('link', { name: 'Abrir borrador: Plantas' }).click()
  await expectScreen(page, `/note-editor/${id}`)
  await expect(draftBanner(page)).toBeVisible()
  await recover(page, 'Riego los martes.')
  await saveToList(page, ['Otro título'])
  await expect(page.getByText('Cambios sin guardar en')).toBeHidden()
  await page.getByRole('link', { name: 'Abrir borrador: Compra' }).click()
  await expectScreen(page, '/create-note')
  await expect(newDraftBanner(page)).toBeVisible()
})

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

signedInTest(
  'the draft of a note deleted in the list becomes the draft of a new note',
  async ({ page, user }) => {
    await user.addNote('Plantas', 'Riego')
    await open(page, '/notas')
    await edit(page, 'Plantas', { content: 'Riego los martes.' })
    await expectDrafts(page, ['Riego los martes.'])
    const loaded = page.waitForResponse('**/api/notes')
    await page.getByRole('link', { name: 'Volver' }).click()
    await loaded
    await expect(page.getByText('Cambios sin guardar en «Plantas»')).toBeVisible()
    await deleteNote(page, 'Plantas')

    await expect(page.getByText('Nota nueva sin guardar: «Plantas»')).toBeVisible()
    await page.getByRole('link', { name: 'Abrir borrador: Plantas' }).click()
    await expectScreen(page, '/create-note')
    await recover(page, 'Riego los martes.')
  },
)

signedInTest(
  'the draft of a note that an outdated list lacks stays with its note',
  async ({ page, context, user }) => {
    await user.addNote('Frase')
    await openList(page, ['Frase'])
    const id = await user.addNote('Plantas', 'Riego')
    const other = await openTab(context, `/note-editor/${id}`)
    await writeDraft(other, { content: 'Riego los martes.' })
    await other.close()

    // The old list is shown while the new one loads.
    await editLink(page, 'Frase').click()
    await expect(content(page)).toBeEnabled()
    await page.route('**/api/notes', () => {})
    await returnToList(page, ['Frase'])
    await expect(page.getByText('Cambios sin guardar en «Plantas»')).toBeVisible()
  },
)

signedInTest(
  "another user's login in another tab clears the form, that user never sees the draft, and its own user finds it again",
  async ({ page, context, host, user }) => {
    const next = await createUser(host)
    await open(page, '/create-note')
    await writeDraft(page, { content: 'Secreto' })
    const calls = collectCalls(page)
    const other = await context.newPage()
    await signIn(other, next)
    await expect(content(page)).toHaveValue('')
    await expect(other.getByText('Create your note!')).toBeVisible()
    await expect(other.getByText('Secreto')).toBeHidden()
    await other.getByRole('link', { name: 'Crear nota' }).click()
    await expect(content(other)).toHaveValue('')
    await expect(newDraftBanner(other)).toBeHidden()
    await write(other, { content: 'Mío' })
    await other.getByRole('link', { name: 'Volver' }).click()
    await expect(other.getByText('Nota nueva sin guardar: «Mío»')).toBeVisible()
    expect(calls).toEqual([])
    await confirmSignOut(other)
    await expectDrafts(other, ['Secreto'])

    await signIn(page, user)
    await expect(page.getByText('Nota nueva sin guardar: «Secreto»')).toBeVisible()
    await expect(card(page, 'Mío')).toBeHidden()
    await open(page, '/create-note')
    await recover(page, 'Secreto')
  },
)
