export const DAY_MS = 24 * 60 * 60 * 1000

export function dateOf(time: number): string {
  return new Date(time).toLocaleDateString('es-ES', { dateStyle: 'medium' })
}

export function dateAndTime(time: number, dateStyle: 'medium' | 'long' | 'full' = 'medium'): string {
  return new Date(time).toLocaleString('es-ES', { dateStyle, timeStyle: 'short' })
}

/** 'ayer, 18:40', or the date if it is older. Times are in milliseconds since 1970. */
export function nearDate(time: number, now: number): string {
  const days = Math.round((midnightOf(time) - midnightOf(now)) / DAY_MS)
  const day = days < -2 ? dateOf(time) : relative.format(Math.min(days, 0), 'day')
  return `${day}, ${new Date(time).toLocaleTimeString('es-ES', { timeStyle: 'short' })}`
}

const relative = new Intl.RelativeTimeFormat('es-ES', { numeric: 'auto' })

function midnightOf(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0)
}
