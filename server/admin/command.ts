import { resolve } from 'node:path'

export type Command = {
  argument?: 'EMAIL' | 'FILE' | 'EMAIL FILE' | 'EMAIL ID' | 'EMAIL | --all'
  /** Whether the command asks for confirmation, which --yes gives in advance. */
  confirms?: boolean
  summary: string
  run: (call: Call) => Promise<void>
}

/** `argument` is empty for a command without one, and for --all; `second` is a file or an id. */
type Call = { databaseUrl: string; argument: string; second: string; isConfirmed: boolean }

export class CommandError extends Error {}

/** Path from the folder of the operator: npm runs commands in the project's, and INIT_CWD is where the operator is. */
export function operatorPath(file: string): string {
  return resolve(process.env.INIT_CWD ?? '', file)
}
