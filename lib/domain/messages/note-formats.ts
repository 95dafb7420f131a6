import type { Format, Problem, Reason } from '@notas/note-formats'
import { grouped } from '@/lib/domain/grouped'

export const formatNames: Record<Format, string> = {
  notas: 'Notas',
  keep: 'Google Keep',
  text: 'Markdown y texto',
  simplenote: 'Simplenote',
  standardNotes: 'Standard Notes',
  evernote: 'Evernote',
  joplin: 'Joplin',
  html: 'Páginas HTML',
}

const REASONS: Record<Reason['reason'], string> = {
  'archive-damaged': 'El archivo está dañado o incompleto. Descárgalo otra vez.',
  attachment: 'Es un adjunto: no se importa.',
  'cut-off': 'El archivo está incompleto: falta el final.',
  document:
    'Es un documento. Guárdalo como texto (.txt) o como página HTML, o expórtalo así en su aplicación, y elige ese archivo.',
  'encrypted-bear': 'Esta nota de Bear está cifrada. Quítale el cifrado en Bear y haz otra copia.',
  'encrypted-joplin':
    'Esta nota de Joplin está cifrada. Descífrala en Joplin, expórtala de nuevo e inténtalo otra vez.',
  'encrypted-standard-notes':
    'Esta copia de Standard Notes está cifrada. Expórtala de nuevo sin cifrar e inténtalo otra vez.',
  'entry-damaged': 'Está dañado dentro de su archivo y no se puede leer.',
  'file-damaged': 'El archivo está dañado o incompleto.',
  'file-gone': 'El archivo ha cambiado o ya no se puede leer. Elígelo otra vez.',
  'inner-zip-too-large': 'Ocupa más de {} MB. Descomprime el archivo y elige este.',
  'index-page': 'Es el índice de las páginas que lo acompañan.',
  'joplin-data': 'Son datos internos de Joplin.',
  'keep-labels': 'Es la lista de etiquetas de Google Keep.',
  'may-lack-text': 'Puede faltar texto.',
  'newer-notas': 'Este archivo es de una versión más nueva de Notas.',
  'no-keep-note': 'No es una nota de Google Keep.',
  'no-note-list': 'No contiene notas de un formato conocido.',
  'note-damaged': 'La nota está dañada.',
  'password-needed': 'El archivo tiene contraseña. Descomprímelo y elige lo que contiene.',
  repeats: 'Repite notas que ya están en {}.',
  table: 'Es una tabla: no se importa.',
  'too-large': 'Ocupa más de {} MB.',
  'too-many-entries': 'El archivo contiene más de {} archivos. Descomprímelo e impórtalo por partes.',
  'too-much-text': 'Los archivos contienen más de 1 GB de texto. Impórtalos por partes.',
  'unknown-compression':
    'Está comprimido de una forma que aquí no se puede leer. Descomprime el archivo y elige lo que contiene.',
  'unknown-file': 'No es un archivo de notas conocido.',
}

export function reasonSentence({ reason, detail = '' }: Reason): string {
  return REASONS[reason].replace('{}', () => (typeof detail === 'number' ? grouped(detail) : detail))
}

const MAY_BE_NOTES: Reason['reason'][] = ['no-note-list', 'unknown-file']

export function exportHint(problems: Problem[]): string | undefined {
  if (!problems.some(({ reason }) => MAY_BE_NOTES.includes(reason))) return undefined
  return 'Si son notas de otra aplicación, expórtalas como Markdown, texto o HTML. En Notion: Exportar, Markdown y CSV.'
}

export function problemName({ path, note }: Problem): string {
  return note === undefined ? path : `${path} (nota ${note})`
}
