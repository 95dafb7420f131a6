import { createHash } from 'node:crypto'
import type { Files } from '@/server/site/folder'

/** Hashes of files by name, since comparing their bytes one by one is slow. */
export function hashesOf(files: Files): Record<string, string> {
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  return Object.fromEntries([...files].map(([name, bytes]) => [name, hash(bytes)]))
}
