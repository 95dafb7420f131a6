import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readFolder } from './folder'
import type { SiteSettings } from './placeholders'

/** Writes the recipes of a folder to another one, with the settings filled in. */
export function fillRecipes(recipes: string, target: string, { basePath, apiHost }: SiteSettings): void {
  for (const [name, bytes] of readFolder(recipes)) {
    const filled = Buffer.from(bytes)
      .toString()
      .replaceAll('{{BASE_PATH}}', basePath)
      .replaceAll('{{API_HOST}}', apiHost)
    mkdirSync(dirname(join(target, name)), { recursive: true })
    writeFileSync(join(target, name), filled)
  }
}
