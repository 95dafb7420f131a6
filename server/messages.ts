import { grouped } from '@/lib/domain/grouped'
import { CONTENT_MAX_LENGTH, TITLE_MAX_LENGTH } from '@/lib/domain/note-limits'

export const wrongCredentials = 'Correo o contraseña incorrectos.'
export const emailTaken = 'Ya existe una cuenta con ese correo.'
export const longUserName = 'El nombre de usuario es demasiado largo.'
export const malformedRequest = 'La petición no es válida.'
export const invalidCharacters = 'El texto contiene caracteres que no se pueden guardar.'
export const malformedNote = 'El título y el contenido deben ser texto.'
export const longTitle = `El título es demasiado largo: como mucho, ${TITLE_MAX_LENGTH} caracteres.`
export const longContent = `El contenido es demasiado largo: como mucho, ${grouped(CONTENT_MAX_LENGTH)} caracteres.`
export const bodyTooLarge = (kib: number) =>
  `La petición es demasiado grande: como mucho, ${kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`}.`
export const notJson = 'La petición debe ser JSON (Content-Type: application/json).'
export const notSignedIn = 'Inicia sesión para continuar.'
export const noteNotFound = 'Esa nota no existe.'
export const noteChanged = 'La nota ha cambiado desde que se cargó.'
export const malformedKey =
  'La cabecera Idempotency-Key debe tener de 1 a 100 caracteres ASCII visibles, sin espacios.'
export const keyOfOtherText = 'Esa nota ya se ha creado con otro texto.'
export const trashChanged = 'La papelera ha cambiado desde que se cargó.'
export const noSuchCall = 'Esa dirección no existe.'
export const busy = 'Hay demasiadas peticiones en este momento. Inténtalo de nuevo en unos segundos.'
export const tooManyFailedLogins = 'Demasiados intentos fallidos. Inténtalo de nuevo dentro de unos minutos.'
export const tooManyLogins =
  'Has iniciado sesión demasiadas veces. Inténtalo de nuevo dentro de unos minutos.'
export const tooManyRegistrations =
  'Se han creado demasiadas cuentas desde esta conexión. Inténtalo de nuevo más tarde.'
export const tooManyTakenEmails =
  'Se han probado demasiados correos desde esta conexión. Inténtalo de nuevo más tarde.'
export const registrationClosed = 'El registro está cerrado.'
export const shortStrongPassword = 'La contraseña debe tener al menos 8 caracteres.'
export const commonPassword = 'Esa contraseña es de las más usadas: elige otra.'
export const passwordIsEmail = 'La contraseña no puede ser tu correo.'
export const noRoom =
  'Tu cuenta está llena: acorta notas, o elimínalas también de la papelera, para hacer sitio.'
export const diskLow = 'Este sitio se está quedando sin disco: por ahora no se puede guardar más texto.'
export const headersTooLarge = 'La cabecera de la petición es demasiado grande.'
export const requestTimeout = 'La petición no ha llegado a tiempo.'
export const storageUnavailable =
  'Ahora mismo no se puede guardar ni leer. Inténtalo de nuevo en unos minutos.'
export const unexpected = 'Ha ocurrido un error inesperado.'

export const linkMailed =
  'Si hay una cuenta con ese correo, en unos minutos recibirás en él un enlace para elegir otra contraseña.'
export const noMail =
  'Este sitio no envía correos: pide un enlace para elegir otra contraseña a quien lo administra.'
export const tooManyLinks =
  'Se han pedido demasiados enlaces desde esta conexión. Inténtalo de nuevo más tarde.'

export const resetMail = {
  subject: 'Elige una contraseña nueva para Notas',
  reason: 'Alguien, esperamos que tú, ha pedido una contraseña nueva para tu cuenta de Notas.',
  link: 'Elegir una contraseña nueva',
  lifetime: 'El enlace vale 30 minutos y sirve una sola vez.',
  otherwise: 'Si no lo has pedido tú, no hagas nada: tu cuenta sigue como estaba.',
}

export const openNotas = 'Abrir Notas'

export const registrationMail = {
  subject: 'Pon la contraseña de tu cuenta de Notas',
  reason: 'Alguien, esperamos que tú, ha creado una cuenta de Notas con este correo.',
  link: 'Poner mi contraseña',
  lifetime: 'El enlace vale 30 minutos y sirve una sola vez. Si caduca, pide otro en «Forgot password?».',
  otherwise: 'Si no has sido tú, no hagas nada: la cuenta se borra en siete días.',
}
export const hasAccountMail = {
  subject: 'Ya tienes una cuenta de Notas',
  before:
    'Alguien, esperamos que tú, ha querido crear una cuenta de Notas con este correo, que ya tiene una.',
  after: 'Si has olvidado tu contraseña, pide otra en «Forgot password?». Si no has sido tú, no hagas nada.',
}

export const noticeMails = {
  passwordChanged: {
    subject: 'Tu contraseña de Notas ha cambiado',
    before: 'La contraseña de tu cuenta de Notas ha cambiado, y sus demás sesiones se han cerrado.',
    after: 'Si no has sido tú, pide una contraseña nueva en «Forgot password?» y cierra las demás sesiones.',
  },
  identityJoined: {
    subject: 'Se puede entrar en Notas con otra cuenta',
    before: 'Desde ahora se puede entrar en tu cuenta de Notas también con tu cuenta de otro sitio.',
    after: 'Si no has sido tú, díselo a quien administra este sitio.',
  },
  passwordEnded: {
    subject: 'Se entra en Notas con otra cuenta',
    before:
      'Desde ahora se entra en tu cuenta de Notas con tu cuenta de otro sitio: su contraseña ya no vale, y sus demás sesiones se han cerrado.',
    after:
      'Puedes elegir otra contraseña en «Forgot password?». Si no has sido tú, díselo a quien administra este sitio.',
  },
  accountDeleted: {
    subject: 'Tu cuenta de Notas se ha eliminado',
    before: 'Tu cuenta de Notas se ha eliminado con todas sus notas, como se ha pedido desde ella.',
    after: 'Si no has sido tú, díselo a quien administra este sitio.',
  },
}

export const wrongPassword = 'La contraseña actual no es correcta.'
export const passwordNeeded = 'Para hacer esto hace falta tu contraseña: recarga la página para escribirla.'
export const loginTooOld = 'Vuelve a iniciar sesión para hacer esto.'
export const wrongEmail = 'Ese no es el correo de tu cuenta.'
export const noPassword = 'Tu cuenta no tiene contraseña: pide un enlace para elegirla.'
export const sessionNotFound = 'Esa sesión no existe.'
export const unknownClient = 'Navegador desconocido'

export const onlyProvider = (name: string) => `Aquí se entra con ${name}.`
export const noProvider = 'En este sitio no se puede entrar con una cuenta de otro.'
export const returnNotAllowed = 'Desde esa dirección no se puede entrar con una cuenta de otro sitio.'
