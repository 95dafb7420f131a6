export const passwordForgotten = '¿Has olvidado tu contraseña?'
export const whichEmail = 'Escribe el correo de tu cuenta y te diremos cómo elegir otra.'
export const linkNotRequested = 'No se ha podido pedir el enlace. Inténtalo de nuevo en unos minutos.'
const noPasswordReset = 'Este sitio no puede recuperar contraseñas. Pregunta a quien lo administra.'
export const linkFailures = {
  failed: linkNotRequested,
  unreachable: 'No se ha podido pedir el enlace. Comprueba tu conexión e inténtalo de nuevo.',
  unsupported: noPasswordReset,
}
export const linkGone =
  'Este enlace ya no sirve: ha caducado, ya se ha usado o hay otro más reciente. Pide uno nuevo.'
export const brokenLink = 'Este enlace no está completo. Ábrelo desde el correo otra vez, o pide uno nuevo.'
export const passwordChanged = 'Contraseña cambiada. Ya puedes iniciar sesión.'
export const passwordNotChanged = 'No se ha podido cambiar la contraseña. Inténtalo de nuevo en unos minutos.'
export const passwordFailures = {
  failed: passwordNotChanged,
  unreachable: 'No se ha podido cambiar la contraseña. Comprueba tu conexión e inténtalo de nuevo.',
  unsupported: noPasswordReset,
}
