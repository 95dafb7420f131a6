export const draftsNotSaved = 'Este navegador no puede guardar borradores: guarda la nota antes de salir.'
export const signedOut = 'No has iniciado sesión: lo que escribas aquí no se puede guardar.'
export const saveNotLoaded =
  'No se ha podido cargar lo que hace falta para guardar. Comprueba tu conexión e inténtalo de nuevo.'
export const savedLater = 'No hay conexión: la nota se guardará cuando vuelva.'
export const saved = 'Guardada.'
