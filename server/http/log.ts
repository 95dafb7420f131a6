type Fields = Record<string, string | number | undefined>

export type Log = { info: (fields: Fields) => void; error: (fields: Fields, cause: unknown) => void }

/** How long a line may wait for others to be written with it, in milliseconds. */
const DELAY = 20

/**
 * One JSON line an event; those that come together are written together. Whoever logs keeps tokens, passwords
 * and the text of notes out of the fields.
 */
export function createLog(write: (lines: string) => void): Log {
  let lines = ''

  function line(level: string, fields: Fields): void {
    if (!lines) setTimeout(flush, DELAY)
    lines += `${JSON.stringify({ time: new Date().toISOString(), level, ...fields })}\n`
  }

  function flush(): void {
    const ready = lines
    lines = ''
    if (ready) write(ready)
  }

  process.once('exit', flush)
  return {
    info: (fields) => line('info', fields),
    error: (fields, cause) =>
      line('error', { ...fields, cause: cause instanceof Error ? cause.stack : String(cause) }),
  }
}
