export const noNotes = 'Create your note!'

export const notesNotLoaded = 'No se han podido cargar las notas.'
export const notAllNotesLoaded = 'No se han podido cargar todas las notas.'
export const offlineNotes = 'Estas son las de la última vez.'

export const confirmDelete = '¿Eliminar esta nota?'
export function notesFound(count: number): string {
  if (count === 0) return 'Ninguna nota encontrada.'
  return count === 1 ? '1 nota encontrada.' : `${count} notas encontradas.`
}
