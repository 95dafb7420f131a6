import { collectCalls, expectCards, open } from '../support/actions'
import { expect, signedInTest as test } from '../support/fixtures'

test.beforeEach(async ({ page, user }) => {
  for (const title of ['Plantas', 'Años', 'Canción', 'Canciones']) await user.addNote(title, 'bar')
  await open(page, '/notas')
  await expectCards(page, ['Canciones', 'Canción', 'Años', 'Plantas'])
})

test('the search filters by title while one types, without a call, and colours go by the place shown', async ({
  page,
}) => {
  const calls = collectCalls(page)
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByRole('button', { name: 'Buscar' })).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByPlaceholder('Buscar notas...')).toBeFocused()

  await page.keyboard.type('LANT')
  await expectCards(page, ['Plantas'])
  await expect(page.getByRole('article')).toHaveCSS('background-color', 'rgb(255, 173, 173)')
  await page.getByPlaceholder('Buscar notas...').fill('cancion')
  await expectCards(page, ['Canciones', 'Canción'])
  await page.getByPlaceholder('Buscar notas...').fill('anos')
  await expectCards(page, [])
  expect(calls).toEqual([])
})

test('the content is not searched, and a search without a match shows the empty list', async ({ page }) => {
  await page.getByRole('button', { name: 'Buscar' }).click()
  await page.getByPlaceholder('Buscar notas...').fill('bar')
  await expectCards(page, [])
  await expect(page.getByText('Create your note!')).toBeVisible()
})

test('an emptied, a closed and an escaped search restore the full list, and it opens empty again', async ({
  page,
}) => {
  const toggle = page.getByRole('button', { name: 'Buscar' })
  await toggle.click()
  await page.getByPlaceholder('Buscar notas...').fill('años')
  await expectCards(page, ['Años'])
  await page.getByPlaceholder('Buscar notas...').fill('')
  await expectCards(page, ['Canciones', 'Canción', 'Años', 'Plantas'])

  await page.getByPlaceholder('Buscar notas...').fill('años')
  await expectCards(page, ['Años'])
  await toggle.click()
  await expectCards(page, ['Canciones', 'Canción', 'Años', 'Plantas'])
  await expect(page.getByPlaceholder('Buscar notas...')).toBeHidden()
  await expect(toggle).toBeFocused()

  await toggle.click()
  await expect(page.getByPlaceholder('Buscar notas...')).toHaveValue('')
  await page.keyboard.type('años')
  await expectCards(page, ['Años'])
  await page.keyboard.press('Escape')
  await expectCards(page, ['Canciones', 'Canción', 'Años', 'Plantas'])
  await expect(toggle).toBeFocused()
})
