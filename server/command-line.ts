import { SettingError } from '@/lib/domain/deployment.mjs'

/** Error of a command, printed as its message alone, without a stack. */
export class CommandError extends SettingError {}

export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
