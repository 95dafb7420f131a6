export const noOidc = 'En este sitio no se puede entrar con una cuenta de Google.'
export const noSecureContext = 'Para entrar con una cuenta de otro sitio, este tiene que abrirse con https.'
export const signInUnreachable =
  'No se ha podido preguntar si se puede entrar así. Comprueba tu conexión e inténtalo de nuevo.'
export const signInNotFinished =
  'No se ha podido terminar de entrar. Comprueba tu conexión e inténtalo de nuevo.'
export const signInCancelled = 'Has cancelado la entrada con la otra cuenta.'
export const signInExpired = 'La entrada ha caducado. Inténtalo de nuevo.'
export const accountOfAnother =
  'Esa cuenta no es la que entra aquí con este correo: díselo a quien administra este sitio.'
export const registrationClosed = 'El registro está cerrado.'
export const signInUnavailable =
  'El sitio de la otra cuenta no responde ahora mismo. Inténtalo de nuevo en unos minutos.'
export const tooManySignIns = 'Demasiados intentos desde esta conexión. Inténtalo de nuevo más tarde.'
export const signInFailed = 'No se ha podido entrar con esa cuenta.'
