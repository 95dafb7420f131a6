import { expect, test } from '@playwright/test'
import { dateAndTime, nearDate } from '@/lib/domain/dates'

const at = (...time: [number, number, number, number, number]) => new Date(...time).getTime()

const NOW = at(2026, 10, 23, 9, 5)

const TIMES: [time: number, name: string][] = [
  [at(2026, 10, 23, 9, 5), 'hoy, 9:05'],
  [at(2026, 10, 23, 0, 0), 'hoy, 0:00'],
  // A clock of the host that is ahead.
  [at(2026, 10, 24, 0, 1), 'hoy, 0:01'],
  [at(2026, 10, 22, 23, 59), 'ayer, 23:59'],
  [at(2026, 10, 22, 18, 40), 'ayer, 18:40'],
  [at(2026, 10, 21, 18, 40), 'anteayer, 18:40'],
  [at(2026, 10, 20, 18, 40), '20 nov 2026, 18:40'],
]

test('a time is named by its day while that is near', () => {
  for (const [time, name] of TIMES) expect(nearDate(time, NOW)).toBe(name)
  // The clocks go back in the night between them.
  expect(nearDate(at(2026, 9, 24, 23, 30), at(2026, 9, 25, 23, 30))).toBe('ayer, 23:30')
  expect(dateAndTime(at(2026, 10, 22, 18, 40), 'full')).toBe('domingo, 22 de noviembre de 2026, 18:40')
})
