import type { Page } from '@playwright/test'
import { deleteNote, editLink, expectCards } from '../../support/actions'
import { expectCachedList, POLLING } from '../../support/browser-storage'
import { BASE, test as base, expect } from '../../support/fixtures'
import { startStaticHost } from '../../support/servers/static-host'
import { type StreamedList, startStreamedList } from '../../support/servers/streamed-list'

const COUNT = 2000

const titleAt = (position: number) => `Nota ${String(position).padStart(4, '0')}`
const notes = Array.from({ length: COUNT }, (_, position) => ({
  _id: String(position),
  title: titleAt(position),
  content: `Texto ${position}`,
}))

const TITLES = notes.map(({ title }) => title)

type Opened = StreamedList & { url: string }

/** Front end on a host that sends its list piece by piece. */
const test = base.extend<{ list: Opened }>({
  list: async ({ context }, use) => {
    await context.addInitScript(() => {
      localStorage.setItem('token', 'token')
      localStorage.setItem('user', '["token","ana@example.com"]')
    })
    const list = await startStreamedList()
    const site = await startStaticHost({ folder: 'out', basePath: BASE, apiOrigin: list.origin })
    await use(Object.assign(list, { url: `${site.origin}${BASE}/notas/` }))
    await site.stop()
    await list.stop()
  },
})

test.use({ viewport: { width: 1280, height: 800 } })

function heading(page: Page, position: number) {
  return page.getByRole('heading', { name: titleAt(position), exact: true })
}

/** Text of the card in the middle of the window. */
function textInMiddle(page: Page): Promise<string | null | undefined> {
  return page.evaluate(
    () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('article')?.textContent,
  )
}

/** Opens the list, of which the first notes have come. Returns the response that sends the others. */
async function openPart(page: Page, list: Opened, count: number) {
  await page.goto(list.url)
  const response = await list.asked()
  response.send(notes.slice(0, count))
  await expect(heading(page, 0)).toBeVisible()
  return response
}

async function openUntilCached(page: Page, list: Opened): Promise<void> {
  await page.goto(list.url)
  const response = await list.asked()
  response.end(notes)
  await expectCachedList(page, TITLES)
}

test('the first cards stand before the rest of the list has come, which lengthens it without a jump', async ({
  page,
  list,
}) => {
  const response = await openPart(page, list, 200)
  await expect(page.getByText('Cargando...')).toBeHidden()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(4000)
  await page.evaluate(() => scrollTo(0, 2000))
  await expect.poll(() => textInMiddle(page)).toBeTruthy()
  const middle = await textInMiddle(page)
  const before = await page.evaluate(() => ({ scrollY, height: document.documentElement.scrollHeight }))

  response.end(notes.slice(200))
  await expect(page.getByRole('listitem').nth(1)).toHaveAttribute('aria-setsize', String(COUNT))
  const after = await page.evaluate(() => ({ scrollY, height: document.documentElement.scrollHeight }))
  expect(after.scrollY).toBe(before.scrollY)
  expect(after.height).toBeGreaterThan(5 * before.height)
  expect(await textInMiddle(page)).toBe(middle)
  // The compositor scrolls to the end of the last frame it has: the first press may meet the shorter list.
  await expect
    .poll(async () => {
      await page.keyboard.press('End')
      return heading(page, COUNT - 1).isVisible()
    }, POLLING)
    .toBe(true)
  await expectCachedList(page, TITLES)
})

test('a list that is opened again in parts is scrolled on to its place, unless the user has scrolled', async ({
  page,
  list,
}) => {
  await openUntilCached(page, list)
  const place = 12_000
  const reopen = async () => {
    await page.reload()
    const response = await list.asked()
    response.send(notes.slice(0, 200))
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
    return response
  }
  const scrollTop = () => page.evaluate(() => scrollY)
  const storedTop = () => page.evaluate(() => history.state.listTop as number)
  await expect(heading(page, 0)).toBeVisible()
  await page.evaluate((top) => scrollTo(0, top), place)
  await expect.poll(storedTop).toBe(place)

  const first = await reopen()
  expect(await scrollTop()).toBeLessThan(place)
  first.end(notes.slice(200))
  await expect.poll(scrollTop).toBe(place)

  const second = await reopen()
  await page.evaluate(() => scrollTo(0, 900))
  await expect.poll(storedTop).toBe(900)
  second.end(notes.slice(200))
  await expect(page.getByRole('listitem').nth(1)).toHaveAttribute('aria-setsize', String(COUNT))
  expect(await scrollTop()).toBe(900)
})

test('a search covers what has come, and the rest once it has', async ({ page, list }) => {
  const response = await openPart(page, list, 200)
  await page.getByRole('button', { name: 'Buscar' }).click()
  await page.keyboard.type('nota 01')
  await expect(heading(page, 100)).toBeVisible()
  await page.keyboard.type('999')
  await expect(page.getByText('Cargando...')).toBeAttached()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('nota 1999')
  await expect(page.getByText('Create your note!')).toBeHidden()

  response.end(notes.slice(200))
  await expectCards(page, [titleAt(1999)])
})

test('a list that breaks off stays readable with its sentence, is not cached, and is loaded by Reintentar', async ({
  page,
  list,
  expectConsole,
}) => {
  expectConsole(/^Failed to load resource: net::/)
  await openUntilCached(page, list)

  await page.reload()
  const broken = await list.asked()
  broken.send([{ _id: 'new', title: 'Nueva', content: '' }, ...notes.slice(0, 100)])
  await expect(page.getByRole('heading', { name: 'Nueva' })).toBeVisible()
  broken.breakOff()
  await expect(page.getByText('No se han podido cargar todas las notas.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nueva' })).toBeVisible()
  await expect(heading(page, 0)).toBeVisible()
  await expectCachedList(page, TITLES)

  await page.getByRole('button', { name: 'Reintentar' }).click()
  const again = await list.asked()
  again.send(notes.slice(0, 50))
  await expect(page.getByRole('heading', { name: 'Nueva' })).toBeVisible()
  again.end(notes.slice(50))
  await expect(page.getByRole('heading', { name: 'Nueva' })).toBeHidden()
  await expect(page.getByText('No se han podido cargar todas las notas.')).toBeHidden()
  await expect(page.getByRole('listitem').first()).toHaveAttribute('aria-setsize', String(COUNT))
})

test('a note deleted while the list is on its way does not come back with it', async ({ page, list }) => {
  const response = await openPart(page, list, 100)
  await deleteNote(page, titleAt(1))
  await expect(heading(page, 1)).toBeHidden()
  expect(list.deletedIds).toEqual(['1'])

  response.end(notes.slice(100))
  await expect(page.getByRole('listitem').first()).toHaveAttribute('aria-setsize', String(COUNT - 1))
  await expect(heading(page, 1)).toBeHidden()
  await expect(heading(page, 2)).toBeVisible()
})

test('leaving the list on its way and coming back asks for it anew', async ({ page, list }) => {
  const first = await openPart(page, list, 100)
  await page.getByRole('link', { name: 'Crear nota' }).click()
  await page.getByRole('link', { name: 'Volver' }).click()
  await expect(page.getByText('Cargando...')).toBeAttached()

  const second = await list.asked()
  first.end(notes.slice(100))
  second.send([{ _id: 'new', title: 'Nueva', content: '' }])
  second.end(notes)
  await expect(page.getByRole('heading', { name: 'Nueva' })).toBeVisible()
  await expect(page.getByRole('listitem').first()).toHaveAttribute('aria-setsize', String(COUNT + 1))
  await expect(editLink(page, titleAt(0))).toBeVisible()
})
