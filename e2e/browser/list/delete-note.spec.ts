import {
  answerCall,
  collectCalls,
  deleteButton,
  deleteNote,
  editLink,
  expectCards,
  nextLog,
  openList,
  pauseCalls,
  pressDelete,
  reloadList,
  returnToList,
} from '../../support/actions'
import { readStore } from '../../support/browser-storage'
import { expect, signedInTest as test } from '../../support/fixtures'

test.beforeEach(async ({ page, user }) => {
  for (const title of ['Tres', 'Dos', 'Uno']) await user.addNote(title)
  await openList(page, ['Uno', 'Dos', 'Tres'])
})

test('Eliminar takes the note from the list once its one call has succeeded', {
  tag: '@cluster',
}, async ({ page }) => {
  const resume = await pauseCalls(page, '**/api/notes/*')
  const calls = collectCalls(page)
  await deleteButton(page, 'Dos').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleDescription('Dos')
  const confirm = dialog.getByRole('button', { name: 'Eliminar' })
  await confirm.click()

  await expect(confirm).toHaveAttribute('aria-busy', 'true')
  await confirm.click({ force: true })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await expect(page.locator('article')).toHaveCount(3)
  resume()

  await expectCards(page, ['Uno', 'Tres'])
  await expect(dialog).toBeHidden()
  await expect(editLink(page, 'Tres')).toBeFocused()
  expect(calls).toEqual([expect.stringMatching(/^DELETE \/api\/notes\//)])
  await reloadList(page, ['Uno', 'Tres'])
})

test('the second click of a double click answers no question that has appeared under it', async ({
  page,
}) => {
  await deleteButton(page, 'Dos').click()
  const dialog = page.getByRole('dialog')
  const answer = await dialog.getByRole('button', { name: 'Eliminar' }).boundingBox()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const { x = 0, y = 0 } = answer ?? {}
  await deleteButton(page, 'Dos').evaluate(
    (button, [x, y]) => {
      const { left, top } = button.getBoundingClientRect()
      button.style.translate = `${x - left}px ${y - top}px`
      button.style.zIndex = '1'
    },
    [x, y] as const,
  )
  await page.mouse.dblclick(x + 8, y + 8)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expectCards(page, ['Uno', 'Dos', 'Tres'])
})

test('a delete keeps the text of a list that has come while it was asked about', async ({ page, user }) => {
  const [note] = await user.listNotes()
  await page.getByRole('link', { name: 'Crear nota' }).click()
  await user.changeNote(String(note?._id), 'Uno', 'de otro móvil')
  const resume = await pauseCalls(page, '**/api/notes')
  await returnToList(page, ['Uno', 'Dos', 'Tres'])
  await deleteButton(page, 'Uno').click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  resume()
  await expect(page.getByText('de otro móvil')).toBeAttached()
  await dialog.getByRole('button', { name: 'Eliminar' }).click()
  await expectCards(page, ['Dos', 'Tres'])
  expect(await readStore<object>(page, 'drafts')).toMatchObject([{ text: { content: 'de otro móvil' } }])
})

test('after a delete the cards take their colours in order again, and the focus moves to the next card, else to the last one, else to the heading', async ({
  page,
}) => {
  for (const [title, focused] of [
    ['Dos', editLink(page, 'Tres')],
    ['Tres', editLink(page, 'Uno')],
    ['Uno', page.getByRole('heading', { level: 1 })],
  ] as const) {
    await deleteNote(page, title)
    await expect(focused, `after ${title}`).toBeFocused()
    if (title === 'Dos') {
      await expectCards(page, ['Uno', 'Tres'])
      await expect(page.getByRole('article').last()).toHaveCSS('background-color', 'rgb(255, 214, 165)')
    }
  }
})

test('a deleted note leaves the list though the animation of its card stands still or is cancelled', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  for (const [end, title, left] of [
    ['pause', 'Uno', ['Dos', 'Tres']],
    ['cancel', 'Dos', ['Tres']],
  ] as const) {
    await page.evaluate((end) => {
      const { animate } = Element.prototype
      Element.prototype.animate = function (...args) {
        const animation = animate.apply(this, args)
        animation[end]()
        return animation
      }
    }, end)
    await deleteNote(page, title)
    await expectCards(page, [...left])
  }
})

const FAILURES: [name: string, status: number][] = [
  ['a failure', 500],
  ['an ended session', 401],
  ['a note that is gone', 404],
  ['no response', 0],
]

test('Cancelar, Escape and a failed delete leave the list unchanged, and any success response counts as deleted', async ({
  page,
  expectConsole,
}) => {
  await test.step('Cancelar and Escape close the dialog and delete nothing', async () => {
    const calls = collectCalls(page)
    for (const [title, way] of [
      ['Uno', 'Escape'],
      ['Dos', 'Cancelar'],
      ['Uno', 'Escape'],
    ] as const) {
      await deleteButton(page, title).click()
      await expect(page.getByRole('dialog')).toContainText(title)
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancelar' })).toBeFocused()
      if (way === 'Escape') await page.keyboard.press('Escape')
      else await page.getByRole('button', { name: 'Cancelar' }).click()

      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(deleteButton(page, title)).toBeFocused()
      await expectCards(page, ['Uno', 'Dos', 'Tres'])
    }
    expect(calls).toEqual([])
  })

  expectConsole(/Failed to load resource|Error al eliminar la nota/)
  await test.step('a failed delete is logged, closes the dialog and leaves the list unchanged', async () => {
    for (const [name, status] of FAILURES) {
      await answerCall(page, '**/api/notes/*', { status })
      const logged = nextLog(page, 'Error al eliminar la nota')
      await pressDelete(page, 'Dos')
      await logged
      await expect(page.getByRole('dialog'), name).toBeHidden()
      await expectCards(page, ['Uno', 'Dos', 'Tres'])
      await expect(page.getByText('Error al eliminar la nota'), name).toBeHidden()
    }
  })

  await test.step('any success response to a delete counts as deleted', async () => {
    await page.route('**/api/notes/*', (route) => route.fulfill({ status: 200, body: 'deleted' }))
    await deleteNote(page, 'Dos')
    await expectCards(page, ['Uno', 'Tres'])
  })
})

test('a delete without a token logs "No token found", makes no call and leaves the list unchanged', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/No token found/)
  const calls = collectCalls(page)
  await deleteButton(page, 'Dos').click()
  await page.evaluate(() => localStorage.removeItem('token'))
  const logged = nextLog(page, 'No token found')
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await logged
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectCards(page, ['Uno', 'Dos', 'Tres'])
  expect(calls).toEqual([])

  await page.getByRole('button', { name: 'Buscar' }).click()
  await expectCards(page, ['Uno', 'Dos', 'Tres'])
  await page.reload()
  await expect(page.getByText('Tu sesión ha terminado.')).toBeVisible()
})
