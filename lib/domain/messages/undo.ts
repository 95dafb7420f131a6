export const noteDeleted = 'Nota eliminada.'
const notUndone = 'No se ha podido recuperar. Inténtalo de nuevo.'
export const undoFailures = { failed: notUndone, unreachable: notUndone }
