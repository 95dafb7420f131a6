export const OPENED_AT = Math.floor(Math.min(performance.timeOrigin, Date.now()))

/** Returns a stored time, or `instead` if a clock that was ahead wrote it. */
export function notAhead(time: number, instead: number): number {
  return time > Date.now() ? instead : time
}
