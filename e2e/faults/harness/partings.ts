import type { BrowserContext, Page } from '@playwright/test'

/** How a form is left without its text being saved; each resolves to the page in which the person goes on. */
export const PARTINGS = {
  reloaded: async (page: Page) => {
    await page.reload()
    return page
  },
  closed: async (page: Page, context: BrowserContext) => {
    const next = await context.newPage()
    await page.close()
    return next
  },
  left: async (page: Page) => {
    await page.getByRole('button', { name: 'Cancelar' }).click()
    return page
  },
}
