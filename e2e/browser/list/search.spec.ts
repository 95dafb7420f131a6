import { collectCalls, expectCards, open, openList } from '../../support/actions'
import { expect, signedInTest as test } from '../../support/fixtures'

test.beforeEach(async ({ page, user }) => {
  for (const title of ['Plantas', 'Años', 'Canción', 'Canciones']) await user.addNote(title, 'bar')
  await openList(page, ['Canciones', 'Canción', 'Años', 'Plantas'])
})

test('a search filters by title without a call, and clearing or closing it restores the list', async ({
  page,
  expectConsole,
}) => {
  await test.step('typing filters by title without a call, and colours follow the position shown', async () => {
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
    await page.keyboard.press('Escape')
  })

  await test.step('the content is not searched, and a search without a match shows the empty list', async () => {
    await page.getByRole('button', { name: 'Buscar' }).click()
    await page.getByPlaceholder('Buscar notas...').fill('bar')
    await expectCards(page, [])
    await expect(page.getByText('Create your note!')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('without the network a search that finds nothing says so too', async () => {
    expectConsole(/Failed to (load resource|fetch)/)
    await page.route('**/api/notes', (route) => route.abort())
    await page.reload()
    await expect(page.getByText(/Estas son las de la última vez/)).toBeVisible()
    await page.getByRole('button', { name: 'Buscar' }).click()
    await page.getByPlaceholder('Buscar notas...').fill('bar')
    await expect(page.getByText('Create your note!')).toBeVisible()
    await page.unroute('**/api/notes')
    await page.reload()
    await expectCards(page, ['Canciones', 'Canción', 'Años', 'Plantas'])
  })

  await test.step('clearing, closing or pressing Escape restores the full list, and the search opens empty again', async () => {
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
})

test('a search tells screen readers how many notes it has found, a second after the last key', async ({
  page,
  user,
}) => {
  for (const title of ['Pan', 'Panes', 'Nubes']) await user.addNote(title)
  await page.clock.install()
  await open(page, '/notas')
  await page.getByRole('button', { name: 'Buscar' }).click()
  const region = page.locator('[role=status].sr-only')
  await region.waitFor({ state: 'attached' })
  await page.clock.pauseAt(Date.now() + 60_000)
  await region.evaluate((element) => {
    const texts: string[] = []
    Object.assign(window, { announced: texts })
    new MutationObserver(() => texts.push(String(element.textContent))).observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
  for (const keys of ['p', 'a', 'ne']) {
    await page.clock.runFor(999)
    await page.keyboard.type(keys)
  }
  await page.clock.runFor(1000)
  await expect(region).toHaveText('1 nota encontrada.')
  await page.keyboard.press('Backspace')
  await page.clock.runFor(1000)
  await expect(region).toHaveText('2 notas encontradas.')
  await page.keyboard.type('x')
  await page.clock.runFor(1000)
  await expect(region).toHaveText('Ninguna nota encontrada.')
  expect(await page.evaluate(() => (window as unknown as { announced: string[] }).announced)).toEqual([
    '1 nota encontrada.',
    '',
    '2 notas encontradas.',
    '',
    'Ninguna nota encontrada.',
  ])
})
