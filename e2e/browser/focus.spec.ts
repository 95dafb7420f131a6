import type { Page } from '@playwright/test'
import {
  deleteNote,
  editLink,
  holdFocus,
  open,
  openList,
  openTab,
  pauseCalls,
  pressDelete,
  returnToList,
  save,
} from '../support/actions'
import { content, writeDraft } from '../support/drafts'
import { expect, signedInTest as test } from '../support/fixtures'

test('a button that is focused before the heading of a new screen, or the card after a delete, keeps the focus', async ({
  page,
  user,
}) => {
  const focus = await holdFocus(page)
  for (const title of ['Uno', 'Dos', 'Tres']) await user.addNote(title)
  await openList(page, ['Tres', 'Dos', 'Uno'])

  await deleteNote(page, 'Dos')
  await editLink(page, 'Tres').focus()
  await focus.move()
  await expect(editLink(page, 'Tres')).toBeFocused()

  await page.getByRole('link', { name: 'Cuenta' }).click()
  const help = page.getByRole('button', { name: 'Ver atajos' })
  await help.focus()
  await focus.move()
  await expect(help).toBeFocused()

  await page.getByRole('link', { name: 'Volver' }).click()
  await page.getByRole('button', { name: 'Buscar' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByPlaceholder('Buscar notas...')).toBeFocused()
})

/** Types on after the answer to a call, for longer than the focus takes to move. */
async function typeOn(page: Page, address: string, release: () => void): Promise<void> {
  await page.keyboard.type('Agua')
  const answered = page.waitForResponse(address)
  release()
  await answered
  await page.keyboard.type(', tierra y luz', { delay: 50 })
}

test('a late Deshacer, or Eliminar, leaves the focus where the user is typing', async ({ page, user }) => {
  for (const title of ['Uno', 'Dos', 'Tres']) await user.addNote(title)
  await open(page, '/create-note')
  await returnToList(page, ['Tres', 'Dos', 'Uno'])
  const restore = '**/api/trash/*/restore'
  const undo = page.getByRole('button', { name: 'Deshacer' })

  await test.step('after Deshacer in a note', async () => {
    await deleteNote(page, 'Dos')
    const release = await pauseCalls(page, restore)
    await undo.click()
    await editLink(page, 'Uno').click()
    await content(page).click()
    await typeOn(page, restore, release)
    await expect(content(page)).toHaveValue('Agua, tierra y luz')
    await returnToList(page, ['Dos', 'Tres', 'Uno'])
  })

  await test.step('after Deshacer in the search', async () => {
    await deleteNote(page, 'Dos')
    const release = await pauseCalls(page, restore)
    await undo.click()
    await page.keyboard.press('/')
    await typeOn(page, restore, release)
    await expect(page.getByPlaceholder('Buscar notas...')).toHaveValue('Agua, tierra y luz')
    await page.keyboard.press('Escape')
  })

  await test.step('after Eliminar, and Back', async () => {
    const address = '**/api/notes/*'
    const release = await pauseCalls(page, address, 'DELETE')
    await pressDelete(page, 'Dos')
    await page.goBack()
    await content(page).click()
    await typeOn(page, address, release)
    await expect(content(page)).toHaveValue(/Agua, tierra y luz$/)
  })
})

test('the heading has the focus after a text that is offered is saved in another tab', async ({
  page,
  context,
}) => {
  await open(page, '/create-note')
  await writeDraft(page, { content: 'Pan' })
  const other = await openTab(context, '/create-note')
  const offered = other.getByRole('button', { name: 'Recuperar' })
  await offered.focus()
  await save(page)
  await expect(offered).toBeHidden()
  await expect(other.getByRole('heading', { level: 1 })).toBeFocused()
})
