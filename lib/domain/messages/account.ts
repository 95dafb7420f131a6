export const signedInAs = (email: string) => `Has iniciado sesión como ${email}`
export const yourNotes =
  'Descárgalas en un archivo que abre cualquier ordenador, o trae las de otra aplicación.'
export const knownFormats =
  'Google Keep, Evernote, Simplenote, Standard Notes, Joplin, Notion, Obsidian, archivos Markdown o de texto, y los zip de Notas, sin descomprimirlos.'
export const dropFiles = 'Puedes soltar los archivos aquí.'
export const notesNotDownloaded = 'No se han podido descargar las notas.'

/** Without `unsupported`: a host that lists the row has the call. */
export const failuresOfRow = {
  failed: 'No se ha podido hacer. Inténtalo de nuevo en unos minutos.',
  unreachable: 'No se ha podido hacer. Comprueba tu conexión e inténtalo de nuevo.',
}

export const readingFailures = { ...failuresOfRow, failed: 'No se han podido leer los archivos.' }

export const failures = {
  ...failuresOfRow,
  unsupported: 'Este sitio no puede hacerlo. Pregunta a quien lo administra.',
}

export function trash(days = 0): string {
  const time = days > 0 ? `${days} ${days === 1 ? 'día' : 'días'}` : 'un tiempo'
  return `Las notas eliminadas se guardan aquí ${time}, por si las quieres de vuelta.`
}
export const trashHasMore = (count: number) =>
  count === 1 ? 'Ha entrado otra nota, que sigue aquí.' : 'Han entrado otras notas, que siguen aquí.'
export const trashIsEmpty = 'La papelera está vacía.'
export const deletedOn = (date: string) => `Eliminada el ${date}`
export const confirmDeleteForever = '¿Eliminar esta nota para siempre?'
export const confirmEmptyTrash = '¿Vaciar la papelera? Sus notas no se podrán recuperar.'
export const restored = (name: string) => `«${name}» está otra vez entre tus notas.`
export const deletedForever = (name: string) => `«${name}» se ha eliminado para siempre.`
export const notInTrash = (name: string) => `«${name}» ya no está en la papelera.`

export const password = 'Al cambiarla se cierran todas las demás sesiones.'
export const passwordRequired = 'Escribe tu contraseña actual.'
export const passwordChanged = 'Contraseña cambiada. Las demás sesiones se han cerrado.'

export const sessions = 'Los dispositivos en los que has iniciado sesión.'
export const thisSession = (created: string) => `Este dispositivo, desde el ${created}`
export const sessionSince = (created: string, used: string) => `Desde el ${created}; última vez, el ${used}`
export const sessionEnded = (client: string) => `Sesión cerrada: ${client}.`
export const confirmEndOthers = '¿Cerrar las demás sesiones?'
export const otherSessionsEnded = 'Las demás sesiones se han cerrado.'

export const keyboard = 'Busca, crea y guarda notas sin el ratón.'

export const deleteAccount =
  'Se eliminan tu cuenta, todas tus notas y las de la papelera. No se puede deshacer: descarga antes tus notas.'
export const confirmDeleteAccount = '¿Eliminar tu cuenta y todas tus notas?'
export const downloadFirst = 'Descárgalas antes si las quieres conservar.'
export const unsavedIsDeleted = 'Lo que no has guardado también se borra, y la descarga no lo incluye.'
export const confirmWithPassword = 'Escribe tu contraseña para confirmarlo.'
export const confirmWithEmail = 'Escribe el correo de tu cuenta para confirmarlo.'
export const cannotBeUndone = 'No se puede deshacer.'
export const emailRequired = 'Escríbelo para confirmar.'
export const ownPasswordRequired = 'Escríbela para confirmar.'
export const accountDeleted = 'Tu cuenta se ha eliminado.'
