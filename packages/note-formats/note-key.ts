import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { NoteText } from './survey.ts'

/** 32 hex digits that are the same for everybody who imports this text as the copy of this number, from 1. */
export function noteKey({ title, content }: NoteText, copy: number): string {
  const hash = sha256.create().update(utf8ToBytes(`${copy} ${title.length} ${title}`))
  return bytesToHex(hash.update(utf8ToBytes(content)).digest()).slice(0, 32)
}
