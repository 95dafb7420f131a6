import { exportNotes, readNotes, resultOf, selectNotes } from '@notas/note-formats'
import type { NoteText } from '@/lib/domain/note'
import { joined, sourceFile } from './archives'

export function exportOf(notes: NoteText[]): Uint8Array<ArrayBuffer> {
  return joined(...exportNotes(notes, new Date()))
}

/** Texts that an import of the file sends, newest first. */
export async function textsIn(zip: Uint8Array): Promise<NoteText[]> {
  const { notes } = await readNotes([sourceFile('notas.zip', zip)])
  const selection = { archived: true, trashed: true, keepsOrigin: true }
  return resultOf(selectNotes(notes, selection)).map(({ text }) => text)
}
