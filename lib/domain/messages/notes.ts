// The list of notes, and whatever is no screen of its own
export const untitled = 'Sin título'
export const loading = 'Cargando...'
export const noNotes = 'Create your note!'
export const notesNotLoaded = 'No se han podido cargar las notas.'
export const lastNotes = 'Estas son las de la última vez.'
export const sessionEnded = 'Tu sesión ha terminado.'
export const confirmDelete = '¿Eliminar esta nota?'
export const pageFailed = 'No se ha podido mostrar esta página.'
export const noSuchPage = 'Esta página no existe.'

// Logged, never shown
export const noToken = 'No token found'
export const noteNotDeleted = 'Error al eliminar la nota'
export const noteNotSaved = 'Error al guardar la nota'
