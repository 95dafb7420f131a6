export const untitled = 'Sin título'
export const sessionEnded = 'Tu sesión ha terminado.'
export const notesNotLoaded = 'No se han podido cargar las notas.'
export const offlineNotes = 'Estas son las de la última vez.'
