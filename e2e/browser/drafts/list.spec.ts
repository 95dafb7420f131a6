import {
  card,
  collectCalls,
  confirmSignOut,
  deleteNote,
  edit,
  expectScreen,
  open,
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
