import type { Page } from '@playwright/test'
import { expectCards, expectScreen, open, write } from '../support/actions'
import { content } from '../support/drafts'
import { expect, signedInTest as test } from '../support/fixtures'

/** Adds a field as extensions do, and puts the focus into it. */
const FIELDS: [name: string, add: () => void][] = [
  [
    'an editable element',
    () => {
      const box = document.body.appendChild(document.createElement('div'))
      box.contentEditable = 'true'
      box.focus()
    },
  ],
  [
    'an editable element within a link',
    () => {
      const link = document.body.appendChild(document.createElement('a'))
      link.href = '#'
      link.contentEditable = 'true'
      link.focus()
    },
  ],
  ['a select', () => document.body.appendChild(document.createElement('select')).focus()],
  [
    'a field in a closed shadow root',
    () => {
      const host = document.body.appendChild(document.createElement('div'))
      host.attachShadow({ mode: 'closed' }).appendChild(document.createElement('textarea')).focus()
    },
  ],
  [
    'a text box of ARIA',
    () => {
      const box = document.body.appendChild(document.createElement('div'))
      box.role = 'textbox'
      box.tabIndex = 0
      box.focus()
    },
  ],
]

test('no key is a shortcut while something of another program has the focus', async ({ page, user }) => {
  await user.addNote('Pan')
  for (const [name, add] of FIELDS) {
    await test.step(name, async () => {
      await open(page, '/notas')
      await expectCards(page, ['Pan'])
      await page.evaluate(add)
      for (const key of ['/', '?', 'n']) await page.keyboard.press(key)
      await expectScreen(page, '/notas')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.getByPlaceholder('Buscar notas...')).toBeHidden()
    })
  }
})

test('a key of a composition is no shortcut, closes no search and leaves no field', async ({
  page,
  user,
}) => {
  await user.addNote('Pan')
  await open(page, '/notas')
  await expectCards(page, ['Pan'])
  await compose(page, 'body', 'n')
  await page.keyboard.press('/')
  await compose(page, '[type=search]', 'Escape')
  await expect(page.getByPlaceholder('Buscar notas...')).toBeFocused()
  await expectScreen(page, '/notas')
  await open(page, '/create-note')
  await compose(page, '[name=title]', 'Enter')
  await expect(page.getByPlaceholder('Título de la nota')).toBeFocused()
})

test('Ctrl with S is Guardar in the editor, in its fields or where nothing has the focus', async ({
  page,
}) => {
  await open(page, '/create-note')
  await write(page, { title: 'Compra', content: 'Pan' })
  await test.step('not in a field of another program', async () => {
    for (const [, add] of FIELDS) {
      await page.evaluate(add)
      for (const key of ['Control+s', 'Control+Enter']) await page.keyboard.press(key)
      await expect(page.getByRole('dialog')).toBeHidden()
    }
  })
  await content(page).press('Control+s')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await content(page).blur()
  await page.keyboard.press('Meta+s')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expectCards(page, ['Compra'])

  await test.step('on the list it is the browser’s', async () => {
    await page.evaluate(() => {
      addEventListener('keydown', (event) => {
        document.title = event.defaultPrevented ? 'prevented' : event.key
      })
    })
    await page.keyboard.press('Control+s')
    expect(await page.title()).toBe('s')
  })
})

/** Presses a key as Safari tells one that ends a composition. */
function compose(page: Page, selector: string, key: string) {
  return page.dispatchEvent(selector, 'keydown', { key, keyCode: 229, bubbles: true, cancelable: true })
}
