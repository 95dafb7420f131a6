export const needsScripts = 'Notas necesita JavaScript: actívalo en este navegador para leer y escribir.'
export const noSuchPage = 'Esta página no existe.'
export const sessionEnded = 'Tu sesión ha terminado.'

export const shortcuts = 'Atajos de teclado'
export const shortcutKeys = [
  ['/', 'Buscar'],
  ['n', 'Crear nota'],
  ['Ctrl o ⌘ + S o Intro', 'Guardar'],
  ['Ctrl + Espacio', 'Marcar la casilla de la línea'],
  ['?', 'Ver estos atajos'],
] as const
export const singleKeys = 'Usar los atajos de una sola tecla'

export const textShared = 'Otra aplicación o página ha compartido un texto'
export const sharedWaits = `${textShared}. Inicia sesión antes de diez minutos y crea una nota para usarlo.`
export const sharedTooLong = `${textShared} demasiado largo para una nota.`
export const sharedNotKept = `${textShared}, pero este navegador no lo puede guardar.`
export const sharedTooMany =
  'Ya esperan cinco textos compartidos: no cabe otro hasta que uses o descartes uno.'
