export const sessionEnded = 'Tu sesión ha terminado.'
export const notesNotLoaded = 'No se han podido cargar las notas.'
export const notAllNotesLoaded = 'No se han podido cargar todas las notas.'
export const offlineNotes = 'Estas son las de la última vez.'
