import { grouped } from '@/lib/domain/grouped'
import { CONTENT_MAX_LENGTH, TITLE_MAX_LENGTH } from '@/lib/domain/note-limits'

export const confirmSave = '¿Deseas guardar los cambios?'
export const confirmCreate = '¿Guardar la nueva nota?'
export const shownInPieces = 'Este texto es muy difícil de mostrar entero: se muestra y se edita por partes.'
export const noteConflict = 'Esta nota ha cambiado en otro sitio mientras la editabas.'

// Told to screen readers, and not shown
export const noteSaved = 'Nota guardada.'
export const bothInText = 'Las dos versiones están en el texto, sin guardar.'
export const versionInText = 'La versión está en el texto, sin guardar.'
export const otherKept = 'Se queda la otra versión.'

export const longTitle = `El título pasa de ${TITLE_MAX_LENGTH} caracteres: puede que no se guarde.`
export const longContent = `El contenido pasa de ${grouped(CONTENT_MAX_LENGTH)} caracteres: puede que no se guarde.`
export const hasNul = 'El texto tiene un carácter que no se ve, y con él puede que no se guarde.'

export const versions = 'Versiones anteriores'
export const versionOf = (date: string) => `Versión ${/^\d/.test(date) ? 'del' : 'de'} ${date}`
export function versionsFound(count: number): string {
  if (count === 0) return 'Ya no hay versiones anteriores de esta nota.'
  return count === 1 ? 'Hay 1 versión anterior.' : `Hay ${count} versiones anteriores.`
}
export const versionFailures = {
  failed: 'No se han podido cargar las versiones. Inténtalo de nuevo en unos minutos.',
  unreachable: 'No se han podido cargar las versiones. Comprueba tu conexión e inténtalo de nuevo.',
}
