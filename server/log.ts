type Fields = Record<string, string | number | undefined>

export type Log = { info: (fields: Fields) => void; error: (fields: Fields, cause: unknown) => void }

/** One JSON line an event. Whoever logs keeps tokens, passwords and the text of notes out of the fields. */
export function createLog(write: (line: string) => void): Log {
  const line = (level: string, fields: Fields) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), level, ...fields })}\n`)

  return {
    info: (fields) => line('info', fields),
    error: (fields, cause) =>
      line('error', { ...fields, cause: cause instanceof Error ? cause.stack : String(cause) }),
  }
}
