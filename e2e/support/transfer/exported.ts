import type { NoteText } from '@/lib/domain/note'
import { openFiles } from '@/lib/transfer/formats/archives/open-files'
import { exportNotes } from '@/lib/transfer/formats/export/export-notes'
import { readNotes } from '@/lib/transfer/formats/read-notes'
import { sourcesOf } from '@/lib/transfer/formats/sources-of'
import { resultOf } from '@/lib/transfer/formats/steps'
import { joined, sourceFile } from './archives'

export function exportOf(notes: NoteText[]): Uint8Array<ArrayBuffer> {
  return joined(...exportNotes(notes, new Date()))
}

/** Texts that an import of the file sends, newest first. */
export async function textsIn(zip: Uint8Array): Promise<NoteText[]> {
  const { notes } = await readNotes((isWanted) => openFiles([sourceFile('notas.zip', zip)], isWanted))
  const selection = { archived: true, trashed: true, keepsDates: true }
  return resultOf(sourcesOf(notes, selection)).map(({ text }) => text)
}
