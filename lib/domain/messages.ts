/** Every sentence shown to a person, by the front end or by the host's answers. */
export const messages = {
  // Log in
  invalidEmail: 'Por favor, ingrese un correo electrónico válido.',
  shortPassword: 'La contraseña debe tener al menos 6 caracteres.',
  loginFailed: 'Error durante el inicio de sesión.',
  keepYourKey: 'no compartas tu clave',
  wrongCredentials: 'Correo o contraseña incorrectos.',

  // Create account
  allFieldsRequired: 'Todos los campos son obligatorios.',
  longUserName: 'El nombre de usuario es demasiado largo.',
  accountCreated: 'Cuenta creada exitosamente. Por favor, inicia sesión.',
  accountNotCreated: 'Error al crear la cuenta.',
  registerFailed: 'Error durante la creación de la cuenta.',
  emailTaken: 'Ya existe una cuenta con ese correo.',

  // Notes
  untitled: 'Sin título',
  noNotes: 'Create your note!',
  notesNotLoaded: 'No se han podido cargar las notas.',
  sessionEnded: 'Tu sesión ha terminado.',
  loading: 'Cargando...',
  confirmDelete: '¿Eliminar esta nota?',
  confirmSave: '¿Deseas guardar los cambios?',
  confirmCreate: '¿Guardar la nueva nota?',
  noSuchPage: 'Esta página no existe.',

  // Logged, never shown
  noToken: 'No token found',
  noteNotDeleted: 'Error al eliminar la nota',
  noteNotSaved: 'Error al guardar la nota',

  // The host's answers
  malformedRequest: 'La petición no es válida.',
  invalidCharacters: 'El texto contiene caracteres que no se pueden guardar.',
  malformedNote: 'El título y el contenido deben ser texto.',
  longTitle: 'El título es demasiado largo: como mucho, 500 caracteres.',
  longContent: 'El contenido es demasiado largo: como mucho, 200.000 caracteres.',
  bodyTooLarge: 'La petición es demasiado grande: como mucho, 1 MiB.',
  notJson: 'La petición debe ser JSON (Content-Type: application/json).',
  notSignedIn: 'Inicia sesión para continuar.',
  noteNotFound: 'Esa nota no existe.',
  noteChanged: 'La nota ha cambiado desde que se cargó.',
  noSuchCall: 'Esa dirección no existe.',
  busy: 'Hay demasiadas peticiones en este momento. Inténtalo de nuevo en unos segundos.',
  storageUnavailable: 'Ahora mismo no se puede guardar ni leer. Inténtalo de nuevo en unos minutos.',
  unexpected: 'Ha ocurrido un error inesperado.',
} as const
