import {
  expectScreen,
  open,
  openTab,
  pauseCalls,
  save,
  saveToList,
  signIn,
  write,
} from '../../support/actions'
import { openCachedList, readAllStorage } from '../../support/browser-storage'
import {
  content,
  draftBanner,
  expectDrafts,
  listDraftBackups,
  newDraftBanner,
  readDrafts,
  recover,
  writeDraft,
} from '../../support/drafts'
import { expect, signedInTest, test } from '../../support/fixtures'

signedInTest(
  'drafts of one note from two tabs are offered one after the other',
  async ({ page, context, user }) => {
    const id = await user.addNote('Plantas', 'Riego')
    const other = await context.newPage()
    for (const [tab, text] of [
      [page, 'Riego los martes.'],
      [other, 'Riego los viernes.'],
    ] as const) {
      await open(tab, `/note-editor/${id}`)
      await write(tab, { content: text })
      await expect.poll(async () => JSON.stringify(await readDrafts(tab))).toContain(text)
    }
    await page.close()
    await other.close()

    const next = await openTab(context, `/note-editor/${id}`)
    await recover(next, 'Riego los viernes.')
    await expect(draftBanner(next)).toBeVisible()
    await recover(next, 'Riego los martes.')
    await expectDrafts(next, ['Riego los martes.', 'Riego los viernes.'])
  },
)

signedInTest(
  'two tabs with the same draft each save their own copy; discarding one leaves the text that another tab has written since, and saving a note deletes the same draft of another tab',
  async ({ page, context, user }) => {
    const id = await user.addNote('Plantas', 'Riego')
    await open(page, `/note-editor/${id}`)
    await writeDraft(page, { content: 'Riego los martes.' })
    const other = await openTab(context, `/note-editor/${id}`)
    await signedInTest.step('each saves its own copy', async () => {
      await recover(other)
      await write(other, { content: 'Riego los viernes.' })
      await write(page, { content: 'Riego los sábados.' })
      await expectDrafts(page, ['Riego los sábados.', 'Riego los viernes.'])
      await write(other, { content: 'Riego' })
      await writeDraft(page, { content: 'Riego los martes.' })
      await other.reload()
    })

    await expect(draftBanner(other)).toBeVisible()
    await writeDraft(page, { content: 'Riego los martes y los viernes.' })
    await other.getByRole('button', { name: 'Descartar' }).click()
    // Drafts are written in order: once this one is stored, the discard has finished.
    await write(other, { content: 'Riego los sábados.' })
    await expect.poll(async () => JSON.stringify(await readDrafts(other))).toContain('Riego los sábados.')
    await expectDrafts(page, ['Riego los martes y los viernes.', 'Riego los sábados.'])

    for (const tab of [page, other]) await write(tab, { content: 'Riego los martes.' })
    await expectDrafts(page, ['Riego los martes.', 'Riego los martes.'])
    await saveToList(page, ['Plantas'])
    await expectDrafts(page, [])
  },
)

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

signedInTest(
  'Cerrar sesión removes the draft that another tab is writing',
  async ({ page, context, user }) => {
    await openCachedList(page, [])
    const writer = await openTab(context, '/create-note')
    await writeDraft(writer, { content: 'Pan' })
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' })
    await expect(confirm).toBeVisible()
    const signedOut = await pauseCalls(writer, '**/api/health')
    // In one task, so that the tab notices the sign-out only after its write has begun.
    const busy = writer.evaluate(() => {
      const waiting = new XMLHttpRequest()
      waiting.open('GET', '/api/health', false)
      waiting.send()
      const field = document.querySelector('textarea') as HTMLTextAreaElement
      field.value = 'Pan y vino'
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await confirm.click()
    await expectScreen(page, '/')
    signedOut()
    await busy

    await expect(content(writer)).toHaveValue('')
    await expect(
      writer.getByText('No has iniciado sesión: lo que escribas aquí no se puede guardar.'),
    ).toBeVisible()
    for (const tab of [writer, page]) {
      await expectDrafts(tab, [])
      expect(await listDraftBackups(tab)).toEqual([])
      await tab.reload()
    }
    await expect(writer.getByRole('button', { name: 'Recuperar' })).toBeHidden()
    await expectDrafts(page, [])
    await expect.poll(() => readAllStorage(page)).not.toContain(user.email)
  },
)
