import { expect, type Locator, type Page } from '@playwright/test'
import { readStore } from './browser-storage'

/** What this browser keeps as drafts, of all users. */
export async function readDrafts(
  page: Pick<Page, 'evaluate'>,
): Promise<{ title: string; content: string }[]> {
  const drafts = await readStore<{ text: { title: string; content: string } }>(page, 'drafts')
  return drafts.map(({ text }) => text)
}

/** Waits until the contents of the drafts on disk are these, in whatever order. */
export async function expectDrafts(page: Pick<Page, 'evaluate'>, contents: string[]): Promise<void> {
  const kept = async () => (await readDrafts(page)).map(({ content }) => content).sort()
  await expect.poll(kept).toEqual([...contents].sort())
}

/** The names of the drafts that a page has put into localStorage, because the database had not taken them. */
export function listDraftBackups(page: Pick<Page, 'evaluate'>): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('notas-draft-')))
}

export function content(page: Page): Locator {
  return page.getByPlaceholder('Escribe tu contenido aquí...')
}

/** The notice in a note's form; with it nothing has been replaced. */
export function draftBanner(page: Page): Locator {
  return page.getByRole('status').filter({ hasText: 'Tienes cambios sin guardar en esta nota.' })
}

export function newDraftBanner(page: Page): Locator {
  return page.getByRole('status').filter({ hasText: 'Tienes una nota nueva sin guardar.' })
}

export async function recover(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Recuperar' }).click()
}
