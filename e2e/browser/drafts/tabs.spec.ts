import { expectScreen, open, save, saveToList, signIn, write } from '../../support/actions'
import { content, draftBanner, expectDrafts, newDraftBanner, recover, writeDraft } from '../../support/drafts'
import { expect, signedInTest, test } from '../../support/fixtures'

signedInTest(
  'a draft outlives its session, and the next login finds it whatever the case of the email',
  { tag: '@cluster' },
  async ({ page, user, expectConsole }) => {
    expectConsole(/Failed to load resource|Error al guardar la nota/)
    const id = await user.addNote('Plantas', 'Riego')
    await open(page, `/note-editor/${id}`)
    await write(page, { content: 'Riego los martes.' })
    await user.call('POST', '/api/auth/logout')
    const refused = page.waitForResponse((response) => response.request().method() === 'PUT')
    await save(page)
    expect((await refused).status()).toBe(401)
    await expect(page.getByRole('dialog')).toBeHidden()

    await signIn(page, { ...user, email: user.email.toUpperCase() })
    await expect(page.getByText('Cambios sin guardar en «Plantas»')).toBeVisible()
    await page.getByRole('link', { name: 'Abrir borrador: Plantas' }).click()
    await expectScreen(page, `/note-editor/${id}`)
    await recover(page, 'Riego los martes.')
    await saveToList(page, ['Plantas'])
    await expectDrafts(page, [])
  },
)

test('typing without a session shows a warning, and after a login in another tab a draft is saved', async ({
  page,
  context,
  user,
}) => {
  const warning = page.getByText('No has iniciado sesión: lo que escribas aquí no se puede guardar.')
  await open(page, '/create-note')
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeEnabled()
  await expect(warning).toBeHidden()
  await write(page, { content: 'Pan' })
  await expect(warning).toBeVisible()
  await signIn(await context.newPage(), user)
  await write(page, { content: 'Pan y vino' })
  await expect(warning).toBeHidden()
  await expectDrafts(page, ['Pan y vino'])
})

signedInTest(
  'drafts from earlier are offered in forms that are open when their user logs in in another tab',
  async ({ page, context, user, expectConsole }) => {
    expectConsole(/No token found/)
    const id = await user.addNote('Plantas', 'Riego')
    await open(page, `/note-editor/${id}`)
    await writeDraft(page, { content: 'Riego los martes.' })
    await open(page, '/create-note')
    await write(page, { content: 'Pan' })
    await expectDrafts(page, ['Pan', 'Riego los martes.'])
    await open(page, '/')
    await page.evaluate(() => localStorage.clear())

    const [editor, form] = [await context.newPage(), await context.newPage()]
    await open(editor, `/note-editor/${id}`)
    await expect(content(editor)).toBeDisabled()
    await open(form, '/create-note')
    await expect(form.getByRole('button', { name: 'Guardar' })).toBeEnabled()
    await expect(newDraftBanner(form)).toBeHidden()
    await signIn(page, user)
    await expect(draftBanner(editor)).toBeVisible()
    await expect(newDraftBanner(form)).toBeVisible()
    await recover(form, 'Pan')
  },
)
