import type { Page } from '@playwright/test'
import { openBlankPage } from './browser-storage'
import { storeSession, type User } from './fixtures'

export const region = (page: Page, name: string) => page.getByRole('region', { name })

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Deletes new notes with these titles, the last one last, and returns their ids. */
export async function fillTrash(user: User, titles: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const title of titles) {
    const id = await user.addNote(title)
    await user.call('DELETE', `/api/notes/${id}`)
    ids.push(id)
  }
  return ids
}

export async function typePasswords(page: Page, current: string, next: string): Promise<void> {
  await page.getByLabel('Contraseña actual').fill(current)
  await page.getByLabel('Nueva contraseña').fill(next)
}

/** Signs another user in, in another tab of the browser. */
export async function signInElsewhere(page: Page, other: User): Promise<void> {
  const tab = await openBlankPage(page.context())
  await storeSession(tab, other)
}
