import { type ParseArgsConfig, parseArgs } from 'node:util'
import { SettingError } from '@/lib/domain/deployment.mjs'

type Options = NonNullable<ParseArgsConfig['options']>

/** Error of a command, printed as its message alone, without a stack. */
export class CommandError extends SettingError {}

/** Throws the usage for an unknown option. */
export function readCommandLine<const Known extends Options>(args: string[], options: Known, usage: string) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (cause) {
    throw new CommandError(usage, { cause })
  }
}

export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
