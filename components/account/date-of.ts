export function dateOf(time: number): string {
  return new Date(time).toLocaleDateString('es-ES', { dateStyle: 'medium' })
}
