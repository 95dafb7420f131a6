type Fields = Record<string, string | number | undefined>

export type Log = { info: (fields: Fields) => void; error: (fields: Fields, cause: unknown) => void }

/**
 * One JSON line an event; those of one turn of the event loop are written together. Whoever logs keeps tokens,
 * passwords and the text of notes out of the fields.
 */
export function createLog(write: (lines: string) => void): Log {
  let lines = ''

  function line(level: string, fields: Fields): void {
    if (!lines) setImmediate(flush)
    lines += `${JSON.stringify({ time: new Date().toISOString(), level, ...fields })}\n`
  }

  function flush(): void {
    if (lines) write(lines)
    lines = ''
  }

  process.once('exit', flush)
  return {
    info: (fields) => line('info', fields),
    error: (fields, cause) =>
      line('error', { ...fields, cause: cause instanceof Error ? cause.stack : String(cause) }),
  }
}
