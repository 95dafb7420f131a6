export type Command = {
  argument?: 'EMAIL' | 'FILE'
  /** Whether the command asks for confirmation, which --yes gives in advance. */
  confirms?: boolean
  summary: string
  run: (call: Call) => Promise<void>
}

type Call = { databaseUrl: string; argument: string; isConfirmed: boolean }

export class CommandError extends Error {}
