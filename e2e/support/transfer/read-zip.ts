import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'

export async function readZip(path: string): Promise<Record<string, string>> {
  const files = unzipSync(await readFile(path))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}
