export const textShared = 'Otra aplicación o página ha compartido un texto'
export const sharedWaits = `${textShared}. Inicia sesión en diez minutos y crea una nota para usarlo.`
export const sharedTooLong = `${textShared} demasiado largo para una nota.`
export const sharedTooMany =
  'Ya esperan cinco textos compartidos: no cabe otro hasta que uses o descartes uno.'
