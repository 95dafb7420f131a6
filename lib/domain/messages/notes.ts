export const loading = 'Cargando...'
export const noNotes = 'Create your note!'
