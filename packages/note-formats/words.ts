export const WORDS = {
  labels: 'Etiquetas',
  notebook: 'Cuaderno',
  folder: 'Carpeta',
  reminder: 'Recordatorio',
  link: 'Enlace',
  attachmentNotImported: 'Adjunto no importado',
  textKeptAs: 'Texto en el formato de Standard Notes',
  todo: 'Tarea',
  todoDone: 'hecha',
  todoOpen: 'pendiente',
  createdOn: 'Creada',
  editedOn: 'Editada',
  attachment: 'adjunto',
  image: 'imagen',
  encryptedText: '[texto cifrado en Evernote]',
  partOf: (part: number, parts: number) => `(${part} de ${parts})`,
}

export type Words = typeof WORDS
