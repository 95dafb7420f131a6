export const invalidEmail = 'Por favor, ingrese un correo electrónico válido.'
export const shortPassword = 'La contraseña debe tener al menos 6 caracteres.'
export const loginFailed = 'Error durante el inicio de sesión.'
export const loginFailures = { failed: loginFailed, unreachable: loginFailed }
export const doNotSharePassword = 'no compartas tu clave'

export const allFieldsRequired = 'Todos los campos son obligatorios.'
export const accountCreated = 'Cuenta creada exitosamente. Por favor, inicia sesión.'
export const accountNotCreated = 'Error al crear la cuenta.'
export const registerFailures = {
  failed: accountNotCreated,
  unreachable: 'Error durante la creación de la cuenta.',
}
