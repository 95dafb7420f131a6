import { dateAndTime } from '@/lib/domain/dates'
import { grouped } from '@/lib/domain/grouped'

const plural = (count: number, one: string, many: string) => `${grouped(count)} ${count === 1 ? one : many}`

export const notes = (count: number) => plural(count, 'nota', 'notas')

export const downloaded = (count: number) => `Se ${count === 1 ? 'ha' : 'han'} descargado ${notes(count)}.`
export const downloadedOffline = (count: number, savedAt: number) =>
  `${downloaded(count)} El servidor no contesta: son las que tenías el ${dateAndTime(savedAt, 'long')}.`

export const reading = (found: number) => (found > 0 ? `Leyendo… ${notes(found)}` : 'Leyendo…')

export const nothingFound = 'No hay notas en estos archivos.'
export const toImport = (count: number) => {
  if (count === 0) return 'No hay notas que importar.'
  return `Se ${count === 1 ? 'importará' : 'importarán'} ${notes(count)}.`
}
export const archived = 'Archivadas'
export const trashed = 'En la papelera'
export const alreadyThere = 'Ya las tienes'
export const alreadyThereUnknown = 'No se ha podido preguntar cuáles tienes ya: se comprobará al importar.'
export const flatLists =
  'Google no exporta la sangría de las listas de Keep: sus elementos quedan al mismo nivel.'
export const unreadable = 'No se han podido leer'
export const otherFiles = 'No son notas'
export const keepOrigin = 'Conservar fechas y carpetas'
export function leftBehind(photos: number, files: number): string {
  const parts = [
    photos > 0 && plural(photos, 'foto', 'fotos'),
    files > 0 && plural(files, 'archivo', 'archivos'),
  ].filter(Boolean)
  return `${parts.join(' y ')} no se ${photos + files === 1 ? 'importa' : 'importan'}: Notas guarda texto.`
}

export const progressOf = (done: number, total: number) => `${grouped(done)} de ${grouped(total)}`
export const undoing = 'Deshaciendo la importación'
export const importing = 'Importando notas'
export const ending = 'Terminando…'
export function timeLeft(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000)
  if (minutes < 1) return 'Queda menos de un minuto.'
  return minutes === 1 ? 'Queda un minuto.' : `Quedan unos ${grouped(minutes)} minutos.`
}
export const waitsBecause = {
  'host-busy': 'El servidor pide esperar un momento.',
  failing: 'Algo falla en la conexión o en el servidor: se vuelve a intentar.',
  unanswered: 'El servidor no ha contestado: se espera a saber si guardó lo enviado.',
  'other-tab': 'Otra pestaña está importando: esta espera a que termine.',
} as const
export const pausedBecause = {
  person: 'En pausa.',
  'host-unavailable': 'No hay conexión con el servidor. Nada se ha perdido: sigue cuando vuelva.',
  'session-ended': 'Tu sesión ha terminado. Inicia sesión y elige los mismos archivos: seguirá donde estaba.',
} as const

export const undoSessionEnded = 'Tu sesión ha terminado: lo que falta por deshacer sigue entre tus notas.'

export const imported = (count: number) => `Se ${count === 1 ? 'ha' : 'han'} importado ${notes(count)}.`
export const cancelled = (count: number) => `Importación cancelada. ${imported(count)}`
export const quotaReached = (count: number) => `Tu cuenta no tiene sitio para más notas. ${imported(count)}`
export const undone = (count: number) =>
  `Importación deshecha: ${count === 1 ? 'se ha' : 'se han'} eliminado ${notes(count)}.`
export const edited = (count: number) =>
  `${notes(count)} que has cambiado después ${count === 1 ? 'se queda' : 'se quedan'}.`
export const undoCancelled = (count: number) =>
  `Se ha dejado de deshacer: ${count === 1 ? 'se ha' : 'se han'} eliminado ${notes(count)}, y el resto sigue ahí.`
export const more = (count: number) => `Y ${grouped(count)} más.`
export const notSent = 'No se ha enviado.'
export const notImported = 'No importadas'

export const notInList = 'El servidor la aceptó, pero no está así en la lista.'
export const responseLost = 'La respuesta del servidor se perdió: no se sabe si la guardó.'
export const refusedWith = (status: number) => `El servidor la rechazó (error ${status}).`
