export type Command = {
  argument?: 'EMAIL' | 'FILE' | 'EMAIL | --all'
  /** Whether the command asks for confirmation, which --yes gives in advance. */
  confirms?: boolean
  summary: string
  run: (call: Call) => Promise<void>
}

/** `argument` is empty for a command without one, and for --all. */
type Call = { databaseUrl: string; argument: string; isConfirmed: boolean }

export class CommandError extends Error {}
