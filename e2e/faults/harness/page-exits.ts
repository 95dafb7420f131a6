import type { Page } from '@playwright/test'

/** Ways to leave a form without saving; each resolves to the page in which the user continues. */
export const PAGE_EXITS = {
  reloaded: async (page: Page) => {
    await page.reload()
    return page
  },
  closed: async (page: Page) => {
    const next = await page.context().newPage()
    await page.close()
    return next
  },
  cancelled: async (page: Page) => {
    await page.getByRole('button', { name: 'Cancelar' }).click()
    return page
  },
}
