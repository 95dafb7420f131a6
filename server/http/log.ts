type Fields = Record<string, string | number | undefined>

/** Callers must leave tokens, passwords and the text of notes out of the fields. */
export type Log = {
  info: (fields: Fields) => void
  warn: (message: string) => void
  error: (fields: Fields, cause: unknown) => void
}

const BATCH_DELAY_MS = 20

export function createLog(write: (lines: string) => void): Log {
  let lines = ''
  let latest = { ms: 0, time: '' }

  function line(level: string, fields: Fields): void {
    if (!lines) setTimeout(flush, BATCH_DELAY_MS)
    // A busy host writes many lines in a millisecond.
    const ms = Date.now()
    if (ms !== latest.ms) latest = { ms, time: new Date(ms).toISOString() }
    lines += `${JSON.stringify({ time: latest.time, level, ...fields })}\n`
  }

  function flush(): void {
    const ready = lines
    lines = ''
    if (ready) write(ready)
  }

  process.once('exit', flush)
  return {
    info: (fields) => line('info', fields),
    warn: (message) => line('warn', { message }),
    error: (fields, cause) =>
      line('error', { ...fields, cause: cause instanceof Error ? cause.stack : String(cause) }),
  }
}
