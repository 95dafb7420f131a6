import {
  type Answer,
  answerCall,
  card,
  collectCalls,
  colorAt,
  deleteButton,
  editLink,
  expectCards,
  expectScreen,
  open,
  openList,
  pauseCalls,
  reloadList,
  returnToList,
} from '../../support/actions'
import { openCachedList } from '../../support/browser-storage'
import { expect, signedInTest, test } from '../../support/fixtures'

signedInTest(
  'the list has its header, its message without notes, and cards with title, preview and colour',
  async ({ page, user }) => {
    await open(page, '/notas')
    await expect(page).toHaveTitle('Notas')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notas')
    await expect(page.getByRole('button', { name: 'Buscar' })).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByPlaceholder('Buscar notas...')).toBeHidden()
    await expect(page.getByText('Create your note!')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Crear nota' })).toBeVisible()

    for (let i = 1; i <= 7; i++) await user.addNote(`Nota ${i}`)
    await user.addNote('Familias', '👩‍👩‍👧‍👦'.repeat(51))
    await user.addNote('', 'La palabra que buscaba.')
    await user.addNote('<b>negrita</b>', '<img src=x onerror="window.hacked=1">')
    await page.getByRole('link', { name: 'Crear nota' }).click()
    await expectScreen(page, '/create-note')
    await page.getByRole('link', { name: 'Volver' }).click()
    const cards = page.getByRole('list').getByRole('article')
    await expect(cards).toHaveCount(10)

    await signedInTest.step('cards take the eight colours in order and then repeat them', async () => {
      for (let position = 0; position < 10; position += 1)
        await expect(cards.nth(position)).toHaveCSS('background-color', colorAt(position))
    })

    await signedInTest.step(
      'a content is cut after 50 characters, and shown as text, never as markup',
      async () => {
        await expect(card(page, 'Familias').getByRole('paragraph')).toHaveText(`${'👩‍👩‍👧‍👦'.repeat(50)}...`)
        await expect(card(page, '<b>negrita</b>')).toContainText('<img src=x onerror="window.hacked=1">')
        expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
      },
    )

    await signedInTest.step(
      'each card has its edit link and delete button, also without a title',
      async () => {
        for (const title of ['Familias', 'Sin título']) {
          await expect(editLink(page, title)).toBeVisible()
          await expect(deleteButton(page, title)).toBeVisible()
        }
      },
    )
  },
)

signedInTest(
  'a card draws boxes line by line, as high as other text, and has the text itself',
  async ({ page, user }) => {
    await user.addNote('Compra', '- [ ] leche\n- [x] pan\n- [ ] huevos\n- [ ] tomates')
    await open(page, '/notas')
    const text = card(page, 'Compra').getByRole('paragraph')
    await expect(text).toMatchAriaSnapshot(`- paragraph: "- [ ] leche - [x] pan - [ ] huevos - [ ] tomates"`)
    const copied = await text.evaluate((element) => {
      getSelection()?.selectAllChildren(element)
      return String(getSelection())
    })
    expect(copied).toBe('- [ ] leche\n- [x] pan\n- [ ] huevos\n- [ ] tomates')
    const paths = await text.locator('path').evaluateAll((all) => all.map((path) => path.getAttribute('d')))
    expect(paths.map((path) => path?.endsWith('Z'))).toEqual([true, false, true, true])
    const heights = await text.evaluate((element) => {
      const drawn = element.clientHeight
      for (const box of element.querySelectorAll('svg')) box.style.display = 'none'
      return [drawn, element.clientHeight]
    })
    expect(heights[0]).toBe(heights[1])
  },
)

signedInTest('capital letters keep their accents in a card and in the editor', async ({ page, user }) => {
  await user.addNote('ÑÁÉÍÓÚ')
  await open(page, '/notas')
  const title = page.getByRole('article').getByRole('heading')
  const shown = await title.screenshot()
  await title.evaluate((heading) => {
    heading.style.overflow = 'visible'
  })
  expect((await title.screenshot()).equals(shown)).toBe(true)

  await editLink(page, 'ÑÁÉÍÓÚ').click()
  const field = page.getByPlaceholder('Título de la nota')
  await expect(field).toHaveValue('ÑÁÉÍÓÚ')
  const screen = await page.screenshot()
  await field.evaluate((input) => {
    input.style.lineHeight = '2.5'
    input.style.marginBlock = '-.66em'
  })
  expect((await page.screenshot()).equals(screen)).toBe(true)
})

signedInTest(
  'while the notes load, no message about an empty list or a failure appears',
  async ({ page, user }) => {
    await user.addNote('Plantas')
    const resume = await pauseCalls(page, '**/api/notes')
    await page.addInitScript(() => {
      const seen = new Set<string>()
      Object.assign(window, { seen })
      new MutationObserver(() => {
        for (const sentence of [
          'Create your note!',
          'Tu sesión ha terminado.',
          'No se han podido cargar las notas.',
        ]) {
          if (document.body?.innerText.includes(sentence)) seen.add(sentence)
        }
      }).observe(document, { childList: true, subtree: true, characterData: true })
    })
    await open(page, '/notas')
    await expect(page.getByText('Cargando...')).toBeAttached()
    resume()

    await expectCards(page, ['Plantas'])
    expect(await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])).toEqual([])
  },
)

signedInTest(
  'a request that hangs does not hold up a new visit, and leads to Reintentar after half a minute',
  async ({ page, user, expectConsole }) => {
    // The clock runs faster than the browser's database.
    expectConsole(/Failed to load resource|The database does not answer/)
    await user.addNote('Plantas')
    await page.clock.install()
    let requests = 0
    await page.route('**/api/notes', (route) => {
      requests += 1
      if (requests === 2) return route.continue()
    })
    await open(page, '/notas')
    await page.getByRole('link', { name: 'Crear nota' }).click()
    await returnToList(page, ['Plantas'])
    expect(requests).toBe(2)

    // No cached list is found.
    await page.addInitScript(() => void indexedDB.deleteDatabase('notas'))
    const requested = page.waitForRequest('**/api/notes')
    await page.reload()
    await requested
    await expect(page.getByText('Cargando...')).toBeAttached()
    await page.clock.runFor(31_000)
    await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
  },
)

const FAILURES: [name: string, response: Answer][] = [
  ['a failure', { status: 500, body: '{"message":"x"}' }],
  ['a body that is not a list', { status: 200, body: '{}' }],
  ['no response', { status: 0 }],
]

signedInTest(
  'a list that fails to load shows a message, does not retry by itself, and loads with Reintentar',
  async ({ page, user, expectConsole }) => {
    expectConsole(/Failed to load resource/)
    await user.addNote('Plantas')
    await page.clock.install()
    // No visit finds a cached list.
    await page.addInitScript(() => void indexedDB.deleteDatabase('notas'))
    const calls = collectCalls(page)
    for (const [name, response] of FAILURES) {
      await answerCall(page, '**/api/notes', response)
      await open(page, '/notas')
      await expect(page.getByText('No se han podido cargar las notas.'), name).toBeVisible()
      await page.clock.runFor('10:00')
      expect(calls, name).toHaveLength(1)

      await page.getByRole('button', { name: 'Reintentar' }).click()
      await expectCards(page, ['Plantas'])
      await expect(page.getByText('No se han podido cargar las notas.'), name).toBeHidden()
      calls.length = 0
    }
  },
)

signedInTest(
  'Reintentar is busy while it waits, and the rest of the screen stays',
  async ({ page, user, expectConsole }) => {
    expectConsole(/Failed to load resource/)
    await user.addNote('Plantas')
    await openCachedList(page, ['Plantas'])
    await page.route('**/api/notes', (route) => route.abort())
    await reloadList(page, ['Plantas'])
    await page.unroute('**/api/notes')
    const resume = await pauseCalls(page, '**/api/notes')
    const calls = collectCalls(page)
    const retry = page.getByRole('button', { name: 'Reintentar' })
    await retry.focus()
    await page.keyboard.press('Enter')

    await expect(retry).toHaveAttribute('aria-busy', 'true')
    await expect(retry).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText(/Estas son las de la última vez\.$/)).toBeVisible()
    await expectCards(page, ['Plantas'])
    resume()
    await expect(retry).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expectCards(page, ['Plantas'])
    expect(calls).toEqual(['GET /api/notes'])
  },
)

signedInTest(
  'a request that fails after leaving the screen shows no error when it opens again',
  async ({ page, expectConsole }) => {
    expectConsole(/Failed to load resource/)
    const fail = await pauseCalls(page, '**/api/notes', 'GET', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await open(page, '/notas')
    await page.getByRole('link', { name: 'Crear nota' }).click()
    await expectScreen(page, '/create-note')
    fail()
    await failed
    await page.unroute('**/api/notes')
    const resume = await pauseCalls(page, '**/api/notes')
    await page.getByRole('link', { name: 'Volver' }).click()
    await expect(page.getByText('Cargando...')).toBeAttached()
    await expect(page.getByText('No se han podido cargar las notas.')).toBeHidden()
    resume()
    await expect(page.getByText('Create your note!')).toBeVisible()
  },
)

test('without a session, or with an ended one, the list shows a message and a log-in link, without a redirect', async ({
  page,
  expectConsole,
}) => {
  const calls = collectCalls(page)
  await open(page, '/notas')
  await expect(page.getByText('Tu sesión ha terminado.')).toBeVisible()
  await expectScreen(page, '/notas')
  expect(calls).toEqual([])
  for (const name of ['Buscar', 'Cerrar sesión'])
    await expect(page.getByRole('button', { name })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Crear nota' })).toBeHidden()

  expectConsole(/Failed to load resource/)
  await page.evaluate(() => localStorage.setItem('token', 'ended'))
  const refused = page.waitForResponse('**/api/notes')
  await page.reload()
  await refused
  await expect(page.getByText('Tu sesión ha terminado.')).toBeVisible()
  await expectScreen(page, '/notas')
  await page.getByRole('link', { name: 'Log in' }).click()
  await expectScreen(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in')
})

signedInTest(
  'code that fails to load leaves a message, and Reintentar shows the screen',
  async ({ page, user, expectConsole }) => {
    expectConsole(/./)
    await user.addNote('Plantas')
    await openList(page, ['Plantas'])
    await page.route('**/_next/static/**', (route) => route.abort())
    await editLink(page, 'Plantas').click()
    await expect(page.getByRole('alert').getByText('No se ha podido mostrar esta página.')).toBeVisible()
    await page.unroute('**/_next/static/**')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByPlaceholder('Título de la nota')).toHaveValue('Plantas')
  },
)
