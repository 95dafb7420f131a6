export const untitled = 'Sin título'
export const loading = 'Cargando...'

export const noteNotDeleted = 'Error al eliminar la nota'
export const noteNotSaved = 'Error al guardar la nota'
