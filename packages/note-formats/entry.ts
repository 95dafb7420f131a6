import { ReadError } from './reason.ts'

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
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** Returns the path in the archive: parts of an export may hold the two files of a note. */
export function withoutArchive(path: string): string {
  return path.replace(/^.*\.(zip|tgz|tar|gz)\//i, '')
}

/** Path of the archive with a slash; empty for a file that is in none. */
export function archiveOf(path: string): string {
  return path.slice(0, path.length - withoutArchive(path).length)
}

export type IsWanted = (path: string, size: number) => boolean

export const MEBIBYTE = 1024 * 1024
export const MAX_ENTRIES = 200_000
export const MAX_ENTRY_MEBIBYTES = 256
export const MAX_PATH_LENGTH = 4096
/** Largest note; larger pages and texts are refused, unless only the data of their pictures is above it. */
export const MAX_NOTE_MEBIBYTES = 8

const MAX_TEXT_MEBIBYTES = 1024

export class TextBudget {
  private left = MAX_TEXT_MEBIBYTES * MEBIBYTE

  spend(bytes: number) {
    if (bytes > this.left) throw new ReadError('too-much-text', { detail: MAX_TEXT_MEBIBYTES })
    this.left -= bytes
  }
}
