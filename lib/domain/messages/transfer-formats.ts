export const formatNames = {
  notas: 'Notas',
  keep: 'Google Keep',
  text: 'Markdown y texto',
  simplenote: 'Simplenote',
  standardNotes: 'Standard Notes',
  evernote: 'Evernote',
  joplin: 'Joplin',
}

export const labels = 'Etiquetas'
export const notebook = 'Cuaderno'
export const link = 'Enlace'
export const attachmentNotImported = 'Adjunto no importado'
export const textKeptAs = 'Texto en el formato de Standard Notes'
export const todo = 'Tarea'
export const todoDone = 'hecha'
export const todoOpen = 'pendiente'
export const createdOn = 'Creada'
export const editedOn = 'Editada'

export const attachment = 'adjunto'
export const image = 'imagen'
export const encryptedText = '[texto cifrado en Evernote]'
export const partOf = (part: number, parts: number) => `(${part} de ${parts})`

export const isAttachment = 'Es un adjunto: no se importa.'
export const isTable = 'Es una tabla: no se importa.'
export const isLabelList = 'Es la lista de etiquetas de Google Keep.'
export const isJoplinData = 'Son datos internos de Joplin.'
export const isNoKeepNote = 'No es una nota de Google Keep.'
export const isNoNoteList = 'No contiene notas de un formato conocido.'
export const isUnknown = 'No es un archivo de notas conocido.'
export const repeats = (path: string) => `Repite notas que ya están en ${path}.`

export const noteInFile = (path: string, position: number) => `${path} (nota ${position})`
export const tooLarge = (mebibytes: number) => `Ocupa más de ${mebibytes} MB.`
export const damagedFile = 'El archivo está dañado o incompleto.'
export const damagedNote = 'La nota está dañada.'
export const cutOff = 'El archivo está incompleto: falta el final.'
export const newerNotas = 'Este archivo es de una versión más nueva de Notas.'
export const encryptedBackup =
  'Esta copia de Standard Notes está cifrada. Expórtala de nuevo sin cifrar e inténtalo otra vez.'
export const encryptedJoplin =
  'Esta nota de Joplin está cifrada. Descífrala en Joplin, expórtala de nuevo e inténtalo otra vez.'
