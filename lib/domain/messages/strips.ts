export const draftFound = 'Tienes cambios sin guardar en esta nota.'
export const newDraftFound = 'Tienes una nota nueva sin guardar.'

export const noteUnsaved = 'Cambios sin guardar en'
export const newNoteUnsaved = 'Nota nueva sin guardar:'
export const waiting = (count: number) =>
  count === 1 ? 'Hay 1 nota por guardar.' : `Hay ${count} notas por guardar.`

export const noteDeleted = 'Nota eliminada.'
export const noteRecovered = 'Nota recuperada.'
const notUndone = 'No se ha podido recuperar. Inténtalo de nuevo.'
export const undoFailures = { failed: notUndone, unreachable: notUndone }
