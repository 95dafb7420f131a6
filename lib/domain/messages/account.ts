export const yourNotes =
  'Descárgalas en un archivo que abre cualquier ordenador, o trae las de otra aplicación.'
export const knownFormats =
  'Google Keep, Evernote, Simplenote, Standard Notes, Joplin, Notion, Obsidian, archivos Markdown o de texto, y los zip de Notas. Puedes soltar los archivos aquí, sin descomprimirlos.'
export const notesNotDownloaded = 'No se han podido descargar las notas.'
export const filesNotRead = 'No se han podido leer los archivos.'
