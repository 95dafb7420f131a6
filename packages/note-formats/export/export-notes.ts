import { READ_ME } from '../apps/notas.ts'
import type { NoteText } from '../survey.ts'
import { fileNames } from './file-names.ts'
import { StoredFile, zipOf } from './zip-writer.ts'

/** One string of all notes could be longer than a string can be. */
const PART_LENGTH = 64 * 1024

const WORDS = {
  /** Name of the file of a note without a title. */
  untitled: 'Sin título',
  readMe: `notas.json contiene todas tus notas tal como son: para recuperarlas, importa este zip en Notas.
La carpeta notas tiene el texto de cada una en un archivo que se abre con cualquier editor.
Guarda este zip en un lugar seguro, porque cualquiera que lo abra puede leer tus notas.
`,
}

type ExportedNote = NoteText & { _id?: string; versions?: object[] }

/** Zip of notes in the order of the list: `notas.json` holds them exactly, the other files are for reading. */
export function exportNotes(
  notes: Iterable<ExportedNote>,
  exportedAt: Date,
  words: Partial<typeof WORDS> = {},
): Generator<Uint8Array<ArrayBuffer>> {
  return zipOf(filesOf(notes, exportedAt, { ...WORDS, ...words }), exportedAt)
}

function* filesOf(
  notes: Iterable<ExportedNote>,
  exportedAt: Date,
  { untitled, readMe }: typeof WORDS,
): Generator<StoredFile> {
  const nameOf = fileNames('.md', untitled)
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
  yield new StoredFile(READ_ME).add(readMe)
}
