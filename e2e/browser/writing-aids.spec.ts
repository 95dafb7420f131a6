import type { Page } from '@playwright/test'
import { expectCards, open, openList, pressSignOut } from '../support/actions'
import { content } from '../support/drafts'
import { expect, signedInTest as test } from '../support/fixtures'

const LIST = 'Lunes\n- [x] pan\n- [ ] miel\n- [x] té\n\nMartes'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function setCaret(page: Page, caret: number): Promise<void> {
  await content(page).focus()
  await content(page).evaluate((field: HTMLTextAreaElement, at) => field.setSelectionRange(at, at), caret)
}

test('a list with ticked lines is unticked, or freed of them, each in one step of Ctrl+Z', async ({
  page,
  user,
}) => {
  const id = await user.addNote('Compra', LIST)
  await open(page, `/note-editor/${id}`)
  await expect(content(page)).toHaveValue(LIST)
  await setCaret(page, 0)
  await expect(button(page, 'Desmarcar todo')).toBeHidden()
  await setCaret(page, LIST.indexOf('miel'))
  for (const [name, after] of [
    ['Desmarcar todo', 'Lunes\n- [ ] pan\n- [ ] miel\n- [ ] té\n\nMartes'],
    ['Quitar lo marcado', 'Lunes\n- [ ] miel\n\nMartes'],
  ] as const) {
    await button(page, name).click()
    await expect(content(page)).toHaveValue(after)
    await expect(content(page)).toBeFocused()
    await expect(button(page, name)).toBeHidden()
    await page.keyboard.press('Control+z')
    await expect(content(page)).toHaveValue(LIST)
    await setCaret(page, LIST.indexOf('miel'))
  }
})

test('a note opens again where it was left in this browser, until the sign-out', async ({ page, user }) => {
  await user.addNote('Larga', 'línea\n'.repeat(200))
  await openList(page, ['Larga'])
  const openNote = async () => {
    await page.getByRole('link', { name: 'Editar nota: Larga' }).click()
    await expect(content(page)).toHaveValue(/^línea/)
  }
  const place = () =>
    page.evaluate(() => [document.querySelector('textarea')?.selectionStart, Math.round(scrollY)])
  await openNote()
  await setCaret(page, 600)
  await page.evaluate(() => scrollTo(0, 1500))
  // A click of Playwright scrolls.
  await page.getByRole('link', { name: 'Volver' }).dispatchEvent('click')
  await expectCards(page, ['Larga'])
  await openNote()
  await expect.poll(place).toEqual([600, 1500])
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.evaluate(() => scrollTo(0, 900))
  await page.reload()
  await expect(content(page)).toHaveValue(/^línea/)
  await expect.poll(place).toEqual([600, 900])
  await page.getByRole('link', { name: 'Volver' }).click()
  await pressSignOut(page)
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('notas-places')
})

test('a long note opens where it was left also in a browser that has to be told how high it is', async ({
  page,
  user,
}) => {
  await page.addInitScript(() => {
    CSS.supports = () => false
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('textarea { field-sizing: fixed !important }')
    document.adoptedStyleSheets = [sheet]
  })
  const id = await user.addNote('Larga', 'línea\n'.repeat(200))
  await open(page, `/note-editor/${id}`)
  await expect(content(page)).toHaveValue(/^línea/)
  const scrollTop = () => page.evaluate(() => scrollY)
  await expect
    .poll(async () => {
      await page.evaluate(() => scrollTo(0, 1500))
      return scrollTop()
    })
    .toBe(1500)
  await page.getByRole('link', { name: 'Volver' }).dispatchEvent('click')
  await page.getByRole('link', { name: 'Editar nota: Larga' }).click()
  await expect(content(page)).toHaveValue(/^línea/)
  await expect.poll(scrollTop).toBe(1500)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 760 } })

  test('typing is undone and done again by buttons, which computers do not show', async ({
    page,
    browser,
    baseURL,
  }) => {
    await open(page, '/create-note')
    await content(page).tap()
    await page.keyboard.type('pan')
    await button(page, 'Deshacer').tap()
    await expect(content(page)).toHaveValue('')
    await expect(content(page)).toBeFocused()
    await button(page, 'Rehacer').tap()
    await expect(content(page)).toHaveValue('pan')

    const computer = await browser.newPage({ baseURL, hasTouch: false, isMobile: false })
    await open(computer, '/create-note')
    await content(computer).fill('- [ ] pan')
    await expect(button(computer, 'Marcar la casilla')).toBeVisible()
    await expect(button(computer, 'Deshacer')).toBeHidden()
    await computer.close()
  })

  test('nothing speaks of a mouse or of dropping files', async ({ page }) => {
    await open(page, '/cuenta')
    await expect(page.getByRole('heading', { name: 'Eliminar cuenta' })).toBeVisible()
    const text = await page.evaluate(() => document.body.innerText)
    for (const word of ['ratón', 'soltar', 'Teclado']) expect(text).not.toContain(word)
  })
})
