import type { Page } from '@playwright/test'
import { expectScreen, open } from '../../support/actions'
import { expect, writeTest as test } from '../../support/write-fixtures'

const LONG_TEXT = 'Tierra, maceta y agua.\n'.repeat(200)

const title = (page: Page) => page.getByPlaceholder('Título de la nota')

const WAYS: [name: string, leave: (page: Page) => Promise<void>][] = [
  ['Volver', (page) => page.getByRole('link', { name: 'Volver' }).click()],
  ['Cancelar', (page) => page.getByRole('button', { name: 'Cancelar' }).click()],
  [
    'Guardar',
    async (page) => {
      await title(page).fill('Otro título')
      await page.getByRole('button', { name: 'Guardar' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
    },
  ],
]

for (const [kind, count] of [
  ['list', 12],
  ['long list', 40],
] as const)
  test(`a note that is left leaves a ${kind} at its place, whatever the note's own`, async ({
    page,
    user,
  }) => {
    await page.setViewportSize({ width: 390, height: 700 })
    for (let number = 0; number < count; number += 1) await user.addNote(`Nota ${number}`, LONG_TEXT)
    await open(page, '/notas')
    for (const [name, leave] of WAYS) {
      await expect(page.getByRole('article').first()).toBeVisible()
      // The list may come in parts.
      await expect.poll(() => page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan(1300)
      await page.evaluate(() => scrollTo(0, 500))
      await page.mouse.click(100, 350)
      await expect(title(page)).toBeVisible()
      await page.evaluate(() => scrollTo(0, 3000))
      await leave(page)
      await expectScreen(page, '/notas')
      expect(await page.evaluate(() => scrollY), name).toBe(500)
      await page.evaluate(() => scrollTo(0, 0))
    }
  })

test('a long list opens at its top, however far the screen before was scrolled', async ({ page, user }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  for (let number = 0; number < 40; number += 1) await user.addNote(`Nota ${number}`, LONG_TEXT)
  await open(page, '/notas')
  await page.getByRole('link', { name: 'Cuenta' }).click()
  await expectScreen(page, '/cuenta')
  await page.evaluate(() => scrollTo(0, 400))
  await page.getByRole('link', { name: 'Volver' }).click()
  await expect(page.getByRole('article').first()).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})
