import type { NoteText } from '@/lib/domain/note'
import { exportNotes } from '@/lib/transfer/export/export-notes'
import { openFiles } from '@/lib/transfer/formats/archives/open-files'
import { resultOf } from '@/lib/transfer/formats/missing-notes'
import { readNotes } from '@/lib/transfer/formats/read-notes'
import { selectNotes } from '@/lib/transfer/formats/select-notes'
import { joined, sourceFile } from './archives'

export function exportOf(notes: NoteText[]): Uint8Array<ArrayBuffer> {
  return joined(...exportNotes(notes, new Date()))
}

/** Texts that an import of the file sends, newest first. */
export async function textsIn(zip: Uint8Array): Promise<NoteText[]> {
  const { notes } = await readNotes((isWanted) => openFiles([sourceFile('notas.zip', zip)], isWanted))
  const selection = { archived: true, trashed: true, keepsDates: true }
  return resultOf(selectNotes(notes, selection)).map(({ text }) => text)
}
