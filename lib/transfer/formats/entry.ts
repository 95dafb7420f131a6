import { tooMuchText } from '@/lib/domain/messages/transfer-files'
import type { Problem } from './survey'

export type SourceFile = {
  /** Name, or path within a folder that was chosen. */
  path: string
  size: number
  /** Milliseconds since 1970; 0 if unknown. */
  modifiedAt: number
  /** Fails if the file has changed since it was chosen. */
  read(start: number, end: number): Promise<Uint8Array>
}

export type Entry = {
  /** Path of the archive and the path in it, which is untrusted text. */
  path: string
  size: number
  modifiedAt: number
  /** Reads the content in parts. Fails with `ReadError`. */
  chunks(): AsyncGenerator<Uint8Array>
}

export function folderOf(path: string): string {
  return path.replace(/[^/]*$/, '')
}

/** Returns the path in the archive: parts of an export may hold the two files of a note. */
export function withoutArchive(path: string): string {
  return path.replace(/^.*\.(zip|tgz|tar|gz)\//i, '')
}

export type IsWanted = (path: string, size: number) => boolean

export const MAX_ENTRY_BYTES = 256 * 1024 * 1024

const MAX_TEXT_BYTES = 1024 * 1024 * 1024

/** Failure to read one file; its message can be shown to the user. */
export class ReadError extends Error {}

/** Says why a file or note cannot be read. What is no `ReadError` is a defect: it is logged, and `otherwise` is shown. */
export function problemOf(path: string, cause: unknown, otherwise: string): Problem {
  if (cause instanceof ReadError) return { path, reason: cause.message }
  console.warn(cause)
  return { path, reason: otherwise }
}

export class TextBudget {
  private left = MAX_TEXT_BYTES

  spend(bytes: number) {
    if (bytes > this.left) throw new ReadError(tooMuchText)
    this.left -= bytes
  }
}
