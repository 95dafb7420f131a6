import { SettingError } from '@/lib/domain/deployment.mjs'

/** Error of a command, printed as its message alone, without a stack. */
export class CommandError extends SettingError {
  /** Exit status: 1, or 2 where all was done that could be, and something was left out. */
  readonly status: 1 | 2

  constructor(message: string, { status = 1, cause }: { status?: 1 | 2; cause?: unknown } = {}) {
    super(message, { cause })
    this.status = status
  }
}
