import { expect, type Locator, type Page } from '@playwright/test'
import type { NoteText } from '@/lib/domain/note'
import { write } from './actions'
import { POLLING, readStore } from './browser-storage'

/** The texts of the store of drafts, where a browser without locks keeps its leases, too. */
export async function readDrafts(page: Pick<Page, 'evaluate'>): Promise<NoteText[]> {
  const records = await readStore<{ text?: NoteText }>(page, 'drafts')
  return records.flatMap(({ text }) => text ?? [])
}

/** Waits until the stored drafts have these contents, in any order. */
export async function expectDrafts(page: Pick<Page, 'evaluate'>, contents: string[]): Promise<void> {
  const stored = async () => (await readDrafts(page)).map(({ content }) => content).sort()
  await expect.poll(stored, POLLING).toEqual([...contents].sort())
}

export function listDraftBackups(page: Pick<Page, 'evaluate'>): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('notas-draft-')))
}

export function title(page: Page): Locator {
  return page.getByPlaceholder('Título de la nota')
}

export function content(page: Page): Locator {
  return page.getByPlaceholder('Escribe tu contenido aquí...')
}

export function conflict(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Esta nota ha cambiado en otro sitio mientras la editabas.' })
}

export function draftBanner(page: Page): Locator {
  return page.getByRole('status').filter({ hasText: 'Tienes cambios sin guardar en esta nota.' })
}

export function newDraftBanner(page: Page): Locator {
  return page.getByRole('status').filter({ hasText: 'Tienes una nota nueva sin guardar.' })
}

export async function recover(page: Page, expected?: string): Promise<void> {
  await page.getByRole('button', { name: 'Recuperar' }).click()
  if (expected !== undefined) await expect(content(page)).toHaveValue(expected)
}

export async function writeDraft(page: Page, text: { title?: string; content: string }): Promise<void> {
  await write(page, text)
  await expectDrafts(page, [text.content])
}
