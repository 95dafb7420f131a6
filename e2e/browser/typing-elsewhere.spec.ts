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
  await open(page, '/notas')
  await expectCards(page, ['Pan'])
  const help = page.getByRole('dialog', { name: 'Atajos de teclado' })
  const search = page.getByPlaceholder('Buscar notas...')
  for (const [name, add] of FIELDS) {
    await test.step(name, async () => {
      // Each is followed by a key that is a shortcut, since keys are handled in their order.
      await page.evaluate(add)
      for (const key of ['/', 'n']) await page.keyboard.press(key)
      await page.getByRole('heading', { level: 1 }).focus()
      await page.keyboard.press('?')
      await expect(help).toBeVisible()
      await expect(search).toBeHidden()
      await expectScreen(page, '/notas')
      await page.keyboard.press('Escape')

      await page.evaluate(add)
      await page.keyboard.press('?')
      await page.getByRole('heading', { level: 1 }).focus()
      await page.keyboard.press('/')
      await expect(search).toBeFocused()
      await expect(help).toBeHidden()
      await page.keyboard.press('Escape')
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
  await content(page).press('Control+s')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await test.step('not in a field of another program', async () => {
    for (const [position, [name, add]] of FIELDS.entries()) {
      for (const key of ['Control+s', 'Control+Enter']) {
        await page.evaluate(add)
        await page.keyboard.press(key)
        // Behind a dialog nothing can be typed.
        await content(page).press('End')
        await page.keyboard.type('.')
      }
      await expect(content(page), name).toHaveValue(`Pan${'..'.repeat(position + 1)}`)
      await expect(page.getByRole('dialog')).toBeHidden()
    }
  })
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
