import type { Page } from '@playwright/test'
import {
  colorAt,
  deleteButton,
  deleteNote,
  editLink,
  expectScreen,
  open,
  pauseCalls,
} from '../../support/actions'
import { expect, signedInTest as test } from '../../support/fixtures'

const COUNT = 3000

test.use({ viewport: { width: 1280, height: 800 } })

const titleAt = (position: number) => `Nota ${String(position).padStart(4, '0')}`

test.beforeEach(async ({ page }) => {
  const notes = Array.from({ length: COUNT }, (_, position) => ({
    _id: String(position),
    title: titleAt(position),
    content: `Texto ${position} `.repeat(12),
  }))
  await page.route('**/api/notes', (route) => route.fulfill({ json: notes }))
  await page.route('**/api/notes/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 204 })
      : route.fulfill({ json: notes[Number(new URL(route.request().url()).pathname.split('/').at(-1))] }),
  )
  await open(page, '/notas')
  // The first cards come before the rows of a long list.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(100_000)
})

function heading(page: Page, position: number) {
  return page.getByRole('heading', { name: titleAt(position), exact: true })
}

function countElements(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length)
}

/** Scrolls to the middle of the list and returns its offset in pixels. */
async function scrollToMiddle(page: Page): Promise<number> {
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2))
  await expect(heading(page, COUNT / 2)).toBeInViewport()
  return page.evaluate(() => scrollY)
}

test('a long list renders few of its cards, each with what its position has, and a search covers all', async ({
  page,
}) => {
  await test.step('a list of 3,000 notes renders few of them at any scroll position, at its full height', async () => {
    expect(await countElements(page)).toBeLessThan(1500)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await scrollToMiddle(page)
    expect(await countElements(page)).toBeLessThan(1500)
    await page.keyboard.press('End')
    await expect(heading(page, COUNT - 1)).toBeInViewport()
    expect(await countElements(page)).toBeLessThan(1500)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)
    await page.keyboard.press('Home')
    await expect(heading(page, 0)).toBeInViewport()
  })

  await test.step('each card has the colour, the preview and the aria-posinset of its position', async () => {
    await scrollToMiddle(page)
    for (let position = COUNT / 2; position < COUNT / 2 + 8; position += 1) {
      const item = page.getByRole('listitem').filter({ has: heading(page, position) })
      await expect(item.getByRole('article')).toHaveCSS('background-color', colorAt(position))
      await expect(item).toContainText(`${`Texto ${position} `.repeat(12).slice(0, 50)}...`)
      await expect(item).toHaveAttribute('aria-posinset', String(position + 1))
      await expect(item).toHaveAttribute('aria-setsize', String(COUNT))
    }
  })

  await test.step('a search covers all notes and shows its results from the top', async () => {
    await scrollToMiddle(page)
    await page.getByRole('button', { name: 'Buscar' }).click()
    await page.keyboard.type('nota 29')
    await expect(heading(page, 2900)).toBeInViewport()
    await expect(page.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '100')
    await page.keyboard.press('Escape')
    await expect(heading(page, 0)).toBeInViewport()
  })

  await test.step('opening a dialog changes no card, and a key in the search changes few', async () => {
    const changes = () =>
      page.evaluate(() => {
        const counted = globalThis as { changes?: number }
        const before = counted.changes ?? 0
        counted.changes = 0
        return before
      })
    await page.evaluate(() => {
      const counted = globalThis as { changes?: number }
      new MutationObserver((records) => {
        counted.changes = (counted.changes ?? 0) + records.length
      }).observe(document.querySelector('main ul') as Element, {
        subtree: true,
        childList: true,
        attributes: true,
      })
    })
    await deleteButton(page, titleAt(3)).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await changes()).toBe(0)

    await page.getByRole('button', { name: 'Buscar' }).click()
    await page.keyboard.type('nota 1')
    await expect(heading(page, 1000)).toBeVisible()
    await changes()
    await page.keyboard.type('2')
    await expect(heading(page, 1200)).toBeVisible()
    expect(await changes()).toBeLessThan(300)
  })
})

test('the first cards of a long list stand before its code has loaded', async ({ page }) => {
  const list = Array.from({ length: 150 }, (_, _id) => ({ _id, title: titleAt(_id) }))
  const respond = await pauseCalls(page, '**/api/notes', 'GET', (route) => route.fulfill({ json: list }))
  await page.reload()
  const release = await pauseCalls(page, '**/*.js')
  respond()
  await expect(page.getByRole('article')).toHaveCount(25)
  await expect(heading(page, 0)).toBeVisible()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  release()
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
    .toBeGreaterThan(2 * height)
})

test('in a long list the focus goes from card to card, stays on its card, and moves on after a delete', async ({
  page,
}) => {
  await test.step('Tab moves from card to card, past the cards rendered first', async () => {
    const last = await page.getByRole('article').count()
    await editLink(page, titleAt(0)).focus()
    for (let step = 0; step < last + 8; step += 1) {
      await expect(page.locator(':focus')).toHaveAccessibleName(`Editar nota: ${titleAt(step)}`)
      await page.keyboard.press('Tab')
      await expect(page.locator(':focus')).toHaveAccessibleName(`Eliminar nota: ${titleAt(step)}`)
      await page.keyboard.press('Tab')
    }
  })

  await test.step('a focused card keeps the focus while the list scrolls away from it', async () => {
    await page.keyboard.press('Home')
    await expect(heading(page, 0)).toBeInViewport()
    await editLink(page, titleAt(7)).focus()
    await scrollToMiddle(page)
    await expect(editLink(page, titleAt(7))).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(deleteButton(page, titleAt(7))).toBeFocused()
  })

  await test.step('after a delete the next card takes the position, the number and the focus', async () => {
    await scrollToMiddle(page)
    await deleteNote(page, titleAt(COUNT / 2))
    await expect(heading(page, COUNT / 2)).toBeHidden()
    const next = page.getByRole('listitem').filter({ has: heading(page, COUNT / 2 + 1) })
    await expect(next).toHaveAttribute('aria-posinset', String(COUNT / 2 + 1))
    await expect(next).toHaveAttribute('aria-setsize', String(COUNT - 1))
    await expect(editLink(page, titleAt(COUNT / 2 + 1))).toBeFocused()
  })

  await test.step('after a delete of a card outside the viewport, a visible card gets the focus', async () => {
    await page.keyboard.press('Home')
    await expect(heading(page, 0)).toBeInViewport()
    await deleteButton(page, titleAt(0)).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(heading(page, COUNT - 1)).toBeInViewport()
    await expect(heading(page, 0)).toBeHidden()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('article').locator('a:focus')).toBeInViewport()
  })
})

test('Back from a note restores the scroll position of a long list', async ({ page }) => {
  await test.step('after a click', async () => {
    const top = await scrollToMiddle(page)
    await editLink(page, titleAt(COUNT / 2)).click()
    await expectScreen(page, `/note-editor/${COUNT / 2}`)
    await expect(page.getByPlaceholder('Título de la nota')).toHaveValue(titleAt(COUNT / 2))
    await page.goBack()
    await expect(heading(page, COUNT / 2)).toBeInViewport()
    expect(await page.evaluate(() => scrollY)).toBe(top)
  })

  await test.step('a click shows the note, and Back the list at its position, before the next frame', async () => {
    const opened = await editLink(page, titleAt(COUNT / 2)).evaluate((link: HTMLElement) => {
      link.click()
      return document.querySelector('h1')?.textContent
    })
    expect(opened).toBe('Editar Nota')
    await expect(page.getByPlaceholder('Título de la nota')).toHaveValue(titleAt(COUNT / 2))
    const card = await page.evaluate(
      (selector) =>
        new Promise((resolve) => {
          addEventListener('popstate', () => resolve(document.querySelector(selector)?.textContent))
          history.back()
        }),
      `[aria-posinset="${COUNT / 2 + 1}"] h2`,
    )
    expect(card).toBe(titleAt(COUNT / 2))
  })

  await test.step('after a reload of the note', async () => {
    const top = await scrollToMiddle(page)
    await expect.poll(() => page.evaluate(() => history.state.listTop)).toBe(top)
    await editLink(page, titleAt(COUNT / 2)).click()
    await expectScreen(page, `/note-editor/${COUNT / 2}`)
    await page.reload()
    await expect(page.getByPlaceholder('Título de la nota')).toHaveValue(titleAt(COUNT / 2))
    await page.goBack()
    await expect(heading(page, COUNT / 2)).toBeInViewport()
    expect(await page.evaluate(() => scrollY)).toBe(top)
  })

  await test.step('pressing Back before the router catches up shows the list', async () => {
    await page.keyboard.press('Home')
    await expect(heading(page, 0)).toBeInViewport()
    await editLink(page, titleAt(0)).click()
    await expect(page.getByPlaceholder('Título de la nota')).toHaveValue(titleAt(0))
    await page.goBack()
    // A slow CPU delays the router, which renders at low priority.
    const browser = await page.context().newCDPSession(page)
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 20 })
    await editLink(page, titleAt(0)).evaluate((link: HTMLElement) => {
      link.click()
      history.back()
    })
    await expect(heading(page, 0)).toBeVisible()
    await expectScreen(page, '/notas')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notas')
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await editLink(page, titleAt(0)).click()
    await expect(page.getByPlaceholder('Título de la nota')).toHaveValue(titleAt(0))
  })
})
