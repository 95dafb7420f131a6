import type { Page } from '@playwright/test'
import { takeoutFile, zipOf } from './archives'
import { keepFile } from './keep'

type Chosen = { name: string; content: string | Uint8Array }

/** Chooses files in the account screen, and waits for the survey. */
export async function chooseFiles(page: Page, ...files: Chosen[]): Promise<void> {
  await page
    .getByLabel('Importar notas')
    .setInputFiles(files.map(({ name, content }) => ({ name, mimeType: '', buffer: Buffer.from(content) })))
  await page.getByRole('button', { name: 'Cancelar' }).waitFor()
}

export async function startImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Importar', exact: true }).click()
}

/** Google Takeout with notes whose titles are given, the last edited first. */
export function takeoutOf(titles: string[]): Chosen {
  const files = titles.map((title, position) => {
    const { path, content } = keepFile(`Takeout/Google Notizen/${position}.json`, {
      title,
      textContent: `Texto de ${title}`,
      userEditedTimestampUsec: (2_000_000_000 - position) * 1e6,
    })
    return takeoutFile(path, content)
  })
  return { name: 'takeout-001.zip', content: zipOf(files) }
}
