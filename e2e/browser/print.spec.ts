import { open, write } from '../support/actions'
import { expect, signedInTest as test } from '../support/fixtures'

const LINES = Array.from({ length: 5000 }, (_, at) => `Línea ${at}`).join('\n')

test('a note prints whole, with what is typed, black on white and without buttons', async ({
  page,
  user,
}) => {
  test.setTimeout(180_000)
  const [long, short] = [await user.addNote('Larga', LINES), await user.addNote('Corta', 'Riego')]
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const { id, title, text, pages } of [
    { id: short, title: 'Corta', text: 'Riego los martes.\n\n  Y los viernes.', pages: [1, 1] },
    // 25 to 50 lines a page.
    { id: long, title: 'Larga', text: LINES, pages: [100, 200] },
  ] as const) {
    await open(page, `/note-editor/${id}`)
    if (id === short) await write(page, { content: text })
    else await expect(page.getByText('se muestra y se edita por partes')).toBeVisible()
    const pdf = (await page.pdf()).toString('latin1')
    const count = pdf.match(/\/Type \/Page\b/g)?.length
    expect(count, title).toBeGreaterThanOrEqual(pages[0])
    expect(count, title).toBeLessThanOrEqual(pages[1])

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await page.evaluate(() => document.querySelector('main')?.innerText)).toBe(`${title}\n\n${text}`)
    const printed = page.locator('main > div')
    await expect(printed).toHaveCSS('color', 'rgb(0, 0, 0)')
    await expect(page.locator('main')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await expect(page.getByRole('button', { name: 'Guardar' })).toBeHidden()
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await expect(printed).toBeHidden()
    await expect(page.getByRole('button', { name: 'Guardar' })).toBeVisible()
  }
})

test('a list prints without the button over it and the space of cards that are not rendered', async ({
  page,
  user,
}) => {
  for (let number = 0; number < 60; number += 1) await user.addNote(`Nota ${number}`)
  await page.setViewportSize({ width: 390, height: 700 })
  await open(page, '/notas')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.querySelectorAll('li[aria-hidden]').length)).toBe(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('link', { name: 'Crear nota' })).toBeHidden()
  expect(await page.evaluate(() => document.querySelector('li[aria-hidden]')?.clientHeight)).toBe(0)
  await expect(page.getByRole('article').first()).toBeVisible()
})
