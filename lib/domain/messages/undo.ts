export const noteDeleted = 'Nota eliminada.'
export const notUndone = 'No se ha podido recuperar. Inténtalo de nuevo.'
