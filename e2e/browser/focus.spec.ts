import { deleteNote, editLink, openList } from '../support/actions'
import { expect, signedInTest as test } from '../support/fixtures'

test('a button that is focused before the heading of a new screen, or the card after a delete, keeps the focus', async ({
  page,
  user,
}) => {
  // The focus that comes by itself comes when it is called for.
  await page.addInitScript(() => {
    const later = window.setTimeout
    const held: (() => void)[] = []
    const hold = (run: () => void, delay: number) => (delay === 300 && held.push(run) ? 0 : later(run, delay))
    Object.assign(window, { setTimeout: hold, held })
  })
  const moveFocus = () =>
    page.evaluate(() => {
      const { held } = window as unknown as { held: (() => void)[] }
      for (const run of held.splice(0)) run()
    })
  for (const title of ['Uno', 'Dos', 'Tres']) await user.addNote(title)
  await openList(page, ['Tres', 'Dos', 'Uno'])

  await deleteNote(page, 'Dos')
  await editLink(page, 'Tres').focus()
  await moveFocus()
  await expect(editLink(page, 'Tres')).toBeFocused()

  await page.getByRole('link', { name: 'Cuenta' }).click()
  const help = page.getByRole('button', { name: 'Ver atajos' })
  await help.focus()
  await moveFocus()
  await expect(help).toBeFocused()

  await page.getByRole('link', { name: 'Volver' }).click()
  await page.getByRole('button', { name: 'Buscar' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByPlaceholder('Buscar notas...')).toBeFocused()
})
