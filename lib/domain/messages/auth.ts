export const invalidEmail = 'Por favor, ingrese un correo electrónico válido.'
export const shortPassword = 'La contraseña debe tener al menos 6 caracteres.'
export const loginFailed = 'Error durante el inicio de sesión.'
export const loginFailures = { failed: loginFailed, unreachable: loginFailed }
export const noStorage =
  'Este navegador no permite guardar nada en este sitio, y sin eso no se puede iniciar sesión. Permite sus cookies y datos, o usa otro navegador.'
export const noRoom =
  'No queda espacio en este navegador para los datos de este sitio. Libera espacio en el dispositivo, o usa otro navegador.'
export const doNotSharePassword = 'no compartas tu clave'

export const allFieldsRequired = 'Todos los campos son obligatorios.'
export const accountCreated = 'Cuenta creada exitosamente. Por favor, inicia sesión.'
export const linkMailedTo = (email: string) =>
  `Te hemos enviado un enlace a ${email} para poner tu contraseña.`
export const accountNotCreated = 'Error al crear la cuenta.'
export const registerFailures = {
  failed: accountNotCreated,
  unreachable: 'Error durante la creación de la cuenta.',
}

export const titlesInHistory = 'El historial del navegador conserva los títulos de las notas que has abierto.'
export const confirmSignOut = '¿Cerrar sesión y borrar lo que no has guardado?'

export const passwordForgotten = '¿Has olvidado tu contraseña?'
export const whichEmail = 'Escribe el correo de tu cuenta y te diremos cómo elegir otra.'
export const noPasswordReset = 'Este sitio no puede recuperar contraseñas. Pregunta a quien lo administra.'
export const linkFailures = {
  failed: 'No se ha podido pedir el enlace. Inténtalo de nuevo en unos minutos.',
  unreachable: 'No se ha podido pedir el enlace. Comprueba tu conexión e inténtalo de nuevo.',
  unsupported: noPasswordReset,
}
export const linkGone =
  'Este enlace ya no sirve: ha caducado, ya se ha usado o hay otro más reciente. Pide uno nuevo.'
export const brokenLink = 'Este enlace no está completo. Ábrelo desde el correo otra vez, o pide uno nuevo.'
export const passwordChanged = 'Contraseña cambiada. Ya puedes iniciar sesión.'
export const passwordMayBeChanged =
  'Puede que tu contraseña ya se haya cambiado: prueba a iniciar sesión con ella.'
export const passwordFailures = {
  failed: 'No se ha podido cambiar la contraseña. Inténtalo de nuevo en unos minutos.',
  unreachable: 'No se ha podido cambiar la contraseña. Comprueba tu conexión e inténtalo de nuevo.',
  unsupported: noPasswordReset,
}
