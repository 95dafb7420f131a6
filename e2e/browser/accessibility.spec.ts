import type { Locator, Page } from '@playwright/test'
import {
  card,
  deleteButton,
  deleteNote,
  editLink,
  expectCards,
  open,
  openList,
  pauseCalls,
} from '../support/actions'
import { draftBanner, title, writeDraft } from '../support/drafts'
import { expect, signedInTest as test, type User } from '../support/fixtures'

/** Screens of each kind, with long words, and all that can be open on them; the first ones have no notes. */
const SCREENS: Record<string, (page: Page, user: User) => Promise<unknown>> = {
  async 'the login with its errors'(page) {
    await open(page, '/')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(2)
  },
  async 'the registration with an error'(page) {
    await open(page, '/register')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(1)
  },
  async 'the help on shortcuts'(page) {
    await open(page, '/notas')
    await page.getByText('Create your note!').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
  },
  async 'a question'(page, user) {
    await user.addNote('Electroencefalografista de guardia en el hospital '.repeat(4))
    await open(page, '/notas')
    await first(page, 'Eliminar nota').click()
    await page.getByRole('dialog').waitFor()
  },
  async 'the editor with a draft'(page, user) {
    const id = await user.addNote(
      'Electroencefalografista de guardia',
      'Contenido supercalifragilístico. '.repeat(9),
    )
    await open(page, `/note-editor/${id}`)
    await writeDraft(page, { content: 'Otro contenido' })
    await page.reload()
    await draftBanner(page).waitFor()
  },
  async 'the list with a search and a deleted note'(page, user) {
    await user.addNote(
      'Electroencefalografista de guardia',
      'Contenido supercalifragilístico, y más. '.repeat(9),
    )
    await openListWithStrip(page, user)
  },
  async 'the account with a deleted note and the sessions'(page, user) {
    await user.addNote('Electroencefalografista '.repeat(8))
    await open(page, '/notas')
    await first(page, 'Eliminar nota').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    await page.getByRole('link', { name: 'Cuenta' }).click()
    await page.getByRole('button', { name: 'Ver papelera' }).click()
    await page.getByRole('button', { name: 'Ver sesiones' }).click()
    await first(page, 'Restaurar nota').waitFor()
  },
}

/** The first button whose name begins so. */
function first(page: Page, name: string): Locator {
  return page.getByRole('button', { name: RegExp(`^${name}`) }).first()
}

async function openListWithStrip(page: Page, user: User): Promise<void> {
  for (let i = 0; i < 8; i++) await user.addNote(`Nota ${i}`, 'Contenido '.repeat(i))
  await open(page, '/notas')
  await deleteNote(page, 'Nota 0')
  await page.getByRole('button', { name: 'Deshacer' }).waitFor()
  await page.getByRole('button', { name: 'Buscar' }).click()
  await page.keyboard.type('o')
}

test('nothing is cut off at 200 % and 400 % or with wide text, targets are large, and the focus shows', async ({
  page,
  user,
}) => {
  for (const [name, show] of Object.entries(SCREENS)) {
    await test.step(name, async () => {
      await show(page, user)
      // A window of 1280 by 1024 pixels, enlarged.
      await expectToFit(page, { width: 640, height: 512 })
      await expectToFit(page, { width: 320, height: 256 })
      await doubleText(page)
      await expectToFit(page, { width: 390, height: 800 })
      if (/login|registration/.test(name)) await expectToFit(page, { width: 320, height: 800 })
      await spaceTextOut(page)
      for (const width of [320, 390, 1280]) await expectToFit(page, { width, height: 800 })
      const reached = new Set<string | null>()
      for (let step = 0; step < 20; step += 1) {
        await page.keyboard.press('Tab')
        await expect.poll(() => page.evaluate(unmarkedFocus)).toBeNull()
        reached.add(await page.locator('body :focus').evaluateAll(([focused]) => focused?.outerHTML ?? null))
      }
      reached.delete(null)
      expect(reached.size).toBeGreaterThan(1)
    })
  }
})

async function expectToFit(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  const found = await page.evaluate(findMisfits)
  expect(found, `at ${size.width} by ${size.height}`).toEqual([])
}

/** Doubles the size of text, as a browser's setting does. */
function doubleText(page: Page): Promise<void> {
  return adopt(page, 'html { font-size: 200% }')
}

/** WCAG 1.4.12. */
function spaceTextOut(page: Page): Promise<void> {
  return adopt(
    page,
    `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-bottom: 2em !important }`,
  )
}

/** A constructed style sheet is not stopped by the Content-Security-Policy. */
async function adopt(page: Page, rules: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, rules)
}

/** Texts that leave a box or meet another text, and targets below 24 by 24 pixels. Runs in the page. */
function findMisfits(): string[] {
  const found: string[] = []
  if (document.documentElement.scrollWidth > innerWidth) found.push('The page scrolls sideways.')
  const layer = document.querySelector('dialog[open]') ?? document.body

  const texts: { text: string; parent: Element; rect: DOMRect }[] = []
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement
    const text = walker.currentNode.textContent?.trim()
    // A card shows the beginning of its note, in some lines; the editor shows all.
    if (!parent?.checkVisibility() || !text || parent.closest('[class*=line-clamp]')) continue
    if (parent.closest('[class*=sr-only]')?.clientWidth === 1) continue
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    for (const rect of range.getClientRects()) texts.push({ text, parent, rect })
  }
  for (const { text, parent, rect } of texts) {
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      const { display, overflowY } = getComputedStyle(box)
      if (/inline$|contents/.test(display)) continue
      const { left, right, top, bottom } = box.getBoundingClientRect()
      const isCut = /hidden|clip/.test(overflowY) && (rect.top < top - 1 || rect.bottom > bottom + 1)
      if (rect.left < left - 1 || rect.right > right + 1 || isCut)
        found.push(`'${text}' leaves its ${box.tagName}.`)
    }
  }
  const flowing = texts.filter(({ parent }) => !parent.closest('header, .stays-in-view, .fixed'))
  for (const [at, a] of flowing.entries())
    for (const b of flowing.slice(at + 1)) {
      const width = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left)
      const height = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top)
      if (a.parent !== b.parent && width > 1 && height > 3) found.push(`'${a.text}' meets '${b.text}'.`)
    }

  for (const field of layer.querySelectorAll('input:not([type=hidden]), textarea'))
    if (field.scrollHeight > field.clientHeight + 1) found.push(`The text of ${field.outerHTML} is too high.`)
  for (const target of layer.querySelectorAll(
    'a[href], button, input:not([type=hidden]), textarea, summary',
  )) {
    const { width, height } = (target.closest('label') ?? target).getBoundingClientRect()
    if (target.checkVisibility() && Math.min(width, height) < 24) found.push(`Small: ${target.outerHTML}`)
  }
  return found
}

/** Focused element if neither an outline nor the mark beside a note's field shows it. Runs in the page. */
function unmarkedFocus(): string | null {
  const focused = document.activeElement
  if (!focused || focused === document.body) return null
  const { nextElementSibling, parentElement } = focused
  const outlined = [focused, nextElementSibling, parentElement, focused.closest('li')].some((element) => {
    if (!element) return false
    const { outlineStyle, outlineColor } = getComputedStyle(element)
    return outlineStyle !== 'none' && outlineColor !== 'rgba(0, 0, 0, 0)'
  })
  const { borderLeftWidth, opacity } = getComputedStyle(parentElement ?? focused, '::before')
  return outlined || (borderLeftWidth === '3px' && opacity === '1') ? null : focused.outerHTML
}

test('at 400 % the bars leave room for the notes, and cover nothing that has the focus', async ({
  page,
  user,
}) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await openListWithStrip(page, user)
  await deleteButton(page, 'Nota 1').focus()
  expect(await page.evaluate(coveredPart)).toBeLessThan(1 / 3)
  for (let step = 0; step < 18; step += 1) {
    await page.keyboard.press('Shift+Tab')
    expect(await page.evaluate(isFocusInView), `after ${step + 1} keys`).toBe(true)
  }
  await expect(page.getByRole('button', { name: 'Buscar' })).toBeFocused()
})

test('in a low window every button of a dialog can be scrolled to', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await open(page, '/cuenta')
  await page.getByRole('button', { name: 'Eliminar cuenta' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Contraseña').waitFor()
  await dialog.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(dialog.getByRole('button', { name: 'Eliminar cuenta' })).toBeInViewport({ ratio: 1 })
})

test('notes are written, found, changed, deleted and brought back with Tab, Enter and Escape alone', async ({
  page,
}) => {
  await open(page, '/notas')
  await press(page, page.getByRole('link', { name: 'Crear nota' }))
  await expect(title(page)).toBeFocused()
  await page.keyboard.type('Plantas')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Riego')
  await press(page, page.getByRole('button', { name: 'Guardar' }))
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Guardar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card(page, 'Plantas')).toContainText('Riego')

  await press(page, page.getByRole('button', { name: 'Buscar' }))
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('plan')
  await press(page, editLink(page, 'Plantas'))
  await tabTo(page, title(page))
  await page.keyboard.type('Plantas de casa')
  await press(page, page.getByRole('button', { name: 'Guardar' }))
  await saveByKeyboard(page)

  await press(page, deleteButton(page, 'Plantas de casa'))
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }))
  await expectCards(page, [])
  await press(page, page.getByRole('button', { name: 'Deshacer' }))
  await expectCards(page, ['Plantas de casa'])
  await press(page, page.getByRole('link', { name: 'Cuenta' }))
  await press(page, page.getByRole('link', { name: 'Volver' }))
  await press(page, page.getByRole('button', { name: 'Cerrar sesión' }))
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeFocused()
})

async function saveByKeyboard(page: Page): Promise<void> {
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Guardar' }))
  await expect(page.getByRole('heading', { name: 'Notas' })).toBeFocused()
}

/** Moves the focus to an element with Tab, or from the last element to the first. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor()
  for (let step = 0; step < 30; step += 1) {
    if (await element.evaluate((target) => target === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${element}.`)
}

async function press(page: Page, element: Locator): Promise<void> {
  await tabTo(page, element)
  await page.keyboard.press('Enter')
}

/** Part of the window that bars cover. Runs in the page. */
function coveredPart(): number {
  const points = Array.from({ length: 100 }, (_, at) => [(at % 10) + 0.5, Math.floor(at / 10) + 0.5] as const)
  const covered = points.filter(([x, y]) =>
    document
      .elementFromPoint((x / 10) * innerWidth, (y / 10) * innerHeight)
      ?.closest('header, .stays-in-view, .fixed'),
  )
  return covered.length / points.length
}

/** Whether a part of the focused element is not covered. Runs in the page. */
function isFocusInView(): boolean {
  const focused = document.activeElement as Element
  const { left, top, width, height } = focused.getBoundingClientRect()
  return [0.1, 0.5, 0.9].some((x) =>
    [0.1, 0.5, 0.9].some((y) => {
      const hit = document.elementFromPoint(left + x * width, top + y * height)
      return focused.contains(hit) || hit?.contains(focused)
    }),
  )
}

test('forced colours show cards and their folds, buttons, dialogs, what is busy and what has the focus', async ({
  page,
  user,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await user.addNote('Plantas', 'Contenido '.repeat(9))
  await user.addNote('Compra')
  await openList(page, ['Compra', 'Plantas'])
  await expectEdge(card(page, 'Compra'))
  await expectEdge(page.getByRole('link', { name: 'Crear nota' }))
  await expectEdge(page.getByRole('button', { name: 'Cerrar sesión' }))
  const { x, y, width } = await boxOf(card(page, 'Plantas'))
  expect(
    await colorsAt(page, [
      [x + width - 14, y + 12],
      [x + width - 24, y + 4],
    ]),
  ).toHaveLength(2)

  await pauseCalls(page, '**/api/notes/*', 'DELETE')
  await deleteButton(page, 'Compra').click()
  await expectEdge(page.getByRole('dialog'))
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Eliminar' })
  await expectEdge(confirm)
  await confirm.click()
  await expect(confirm).toHaveAttribute('aria-busy', 'true')
  const button = await boxOf(confirm)
  const [middle, bottom] = [button.x + button.width / 2, button.y + button.height]
  expect(
    await colorsAt(page, [
      [middle, bottom - 2],
      [middle, bottom - 5],
    ]),
  ).toHaveLength(2)

  await open(page, '/notas')
  await editLink(page, 'Plantas').click()
  await expectEdge(page.getByRole('button', { name: 'Guardar' }))
  const title = page.getByPlaceholder('Título de la nota')
  await title.focus()
  const field = await boxOf(title)
  expect(await colorsAt(page, row(field.x - 30, field.y + 20))).toHaveLength(2)
  await title.blur()
  expect(await colorsAt(page, row(field.x - 30, field.y + 20))).toHaveLength(1)
})

test('forced colours show the chosen version, the lines that differ, and whether shortcuts are on', async ({
  page,
  user,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const id = await user.addNote('Plantas', 'Una')
  await user.changeNote(id, 'Plantas', 'Dos')
  await open(page, `/note-editor/${id}`)
  await page.getByRole('button', { name: 'Versiones' }).click()
  const { x, y, height } = await boxOf(page.getByRole('button', { pressed: true }))
  expect(await colorsAt(page, row(x, y + height / 2))).toHaveLength(2)
  await expect(page.locator('mark').first()).toHaveCSS('text-decoration-line', 'underline')

  await page.keyboard.press('Escape')
  await open(page, '/notas')
  await page.getByRole('link', { name: 'Editar nota: Plantas' }).waitFor()
  await page.keyboard.press('?')
  const box = page.getByRole('checkbox')
  const checked = await box.screenshot()
  await box.uncheck()
  expect(checked.equals(await box.screenshot())).toBe(false)
})

test('in the dark the ring of the add button shows over a card of the same blue, and the caret on it', async ({
  page,
  user,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 300 })
  for (let i = 0; i < 6; i++) await user.addNote(`Nota ${i}`)
  await open(page, '/notas')
  // After a key the focus has its ring.
  await page.keyboard.press('Tab')
  const link = page.getByRole('link', { name: 'Crear nota' })
  await link.focus()
  await card(page, 'Nota 0').evaluate((blue) => scrollBy(0, blue.getBoundingClientRect().top - 150))
  const { x, y, height } = await boxOf(link)
  // Card, ring and gap.
  const points = [6, 3, 1].map((distance): Point => [x - distance, y + height / 2])
  expect(await colorsAt(page, points)).toEqual(['160,196,255', '26,30,38'])

  await editLink(page, 'Nota 0').press('Enter')
  await expect(page.getByPlaceholder('Título de la nota')).toHaveCSS('caret-color', 'rgb(28, 34, 48)')
})

/** Expects that colours differ across the left edge. */
async function expectEdge(element: Locator): Promise<void> {
  const { x, y, height } = await boxOf(element)
  const colors = await colorsAt(element.page(), row(x - 3, y + height / 2))
  expect(colors.length, String(element)).toBeGreaterThan(1)
}

/** Some pixels from left to right. */
function row(x: number, y: number): Point[] {
  return Array.from({ length: 6 }, (_, at) => [x + at, y])
}

type Point = [x: number, y: number]

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error(`${element} is not visible.`)
  return box
}

/** Different colours ('0,0,0') of the screen at these points. */
async function colorsAt(page: Page, points: Point[]): Promise<string[]> {
  const png = (await page.screenshot()).toString('base64')
  const colors = await page.evaluate(
    async ({ png, points }) => {
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes]))
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d', {
        willReadFrequently: true,
      })
      context?.drawImage(image, 0, 0)
      return points.map(([x, y]) => String(context?.getImageData(x, y, 1, 1).data.slice(0, 3)))
    },
    { png, points },
  )
  return [...new Set(colors)]
}
