/** One of the operator's commands. */
export type Command = {
  argument?: 'EMAIL' | 'FILE'
  /** Whether it asks before it acts, which --yes answers in advance. */
  asks?: boolean
  summary: string
  run: (call: Call) => Promise<void>
}

type Call = { databaseUrl: string; argument: string; isSure: boolean }

/** Why a command has done nothing, as one sentence for the operator. */
export class Refusal extends Error {}
