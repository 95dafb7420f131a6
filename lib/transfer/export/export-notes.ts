import { exportReadMe } from '@/lib/domain/messages/transfer-files'
import type { NoteText } from '@/lib/domain/note'
import { fileNames } from './file-names'
import { StoredFile, zipOf } from './zip-writer'

/** One string of all notes could be longer than a string can be. */
const PART_LENGTH = 64 * 1024

type ExportedNote = NoteText & { _id?: string | undefined; versions?: object[] | undefined }

/** Zip of notes in the order of the list: `notas.json` holds them exactly, the other files are for reading. */
export function exportNotes(
  notes: Iterable<ExportedNote>,
  exportedAt: Date,
): Generator<Uint8Array<ArrayBuffer>> {
  return zipOf(filesOf(notes, exportedAt), exportedAt)
}

function* filesOf(notes: Iterable<ExportedNote>, exportedAt: Date): Generator<StoredFile> {
  const nameOf = fileNames('.md')
  const json = new StoredFile('notas.json')
  let text = `{"format":"notas","version":1,"exportedAt":${JSON.stringify(exportedAt)},"notes":[`
  let separator = '\n'
  for (const { _id, title, content, versions } of notes) {
    const file = `notas/${nameOf(title)}`
    text += separator + JSON.stringify({ _id, title, content, file, versions })
    separator = ',\n'
    if (text.length > PART_LENGTH) {
      json.add(text)
      text = ''
    }
    yield new StoredFile(file).add(content)
  }
  yield json.add(`${text}\n]}\n`)
  yield new StoredFile('LEEME.txt').add(exportReadMe)
}
