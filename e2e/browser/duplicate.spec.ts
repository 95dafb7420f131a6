import type { Page } from '@playwright/test'
import { collectCalls, expectScreen, open, saveToList, write } from '../support/actions'
import { content, expectDrafts, newDraftBanner, recover, title, writeDraft } from '../support/drafts'
import { expect, signedInTest as test } from '../support/fixtures'

const button = (page: Page) => page.getByRole('button', { name: 'Duplicar' })

test('Duplicar opens the form of a new note with the text of the form, without a call', async ({
  page,
  user,
}) => {
  const id = await user.addNote('Plantas', 'Riego')
  await open(page, `/note-editor/${id}`)
  await write(page, { content: 'Riego los martes.' })
  const calls = collectCalls(page)
  await button(page).click()
  await expectScreen(page, '/create-note')
  await expect(title(page)).toHaveValue('Plantas')
  await expect(title(page)).toBeFocused()
  await expect(content(page)).toHaveValue('Riego los martes.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nueva Nota')
  await expect(button(page)).toBeHidden()
  expect(calls).toEqual([])

  await test.step('it is a draft from the start, as is what was typed in the note', async () => {
    await expectDrafts(page, ['Riego los martes.', 'Riego los martes.'])
    await page.reload()
    await expect(newDraftBanner(page)).toBeVisible()
    await recover(page, 'Riego los martes.')
  })

  await write(page, { title: 'Plantas del balcón' })
  await saveToList(page, ['Plantas del balcón', 'Plantas'])
  await expect(page.getByText('Cambios sin guardar en «Plantas»')).toBeVisible()
})

test('Duplicar leaves an unsaved new note to be recovered, and the next new note is blank', async ({
  page,
  user,
}) => {
  const id = await user.addNote('Plantas', 'Riego')
  await open(page, '/create-note')
  await writeDraft(page, { content: 'Pan' })
  await open(page, `/note-editor/${id}`)
  await expect(title(page)).toHaveValue('Plantas')
  await button(page).click()
  await expect(content(page)).toHaveValue('Riego')
  await expect(newDraftBanner(page)).toBeVisible()
  await expectDrafts(page, ['Pan', 'Riego'])
  await recover(page, 'Pan')
  await expectDrafts(page, ['Pan', 'Riego'])
  await page.getByRole('link', { name: 'Volver' }).click()
  await page.getByRole('link', { name: 'Crear nota' }).click()
  await expect(title(page)).toHaveValue('')
  // The list has the text of the other.
  await expectDrafts(page, ['Pan'])
})
