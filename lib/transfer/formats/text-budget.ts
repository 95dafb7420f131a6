import { tooMuchText } from '@/lib/domain/messages/transfer-files'
import { ReadError } from './entry'

const MAX_BYTES = 1024 * 1024 * 1024

/** Limit of what all files together may take in memory. */
export class TextBudget {
  private left = MAX_BYTES

  spend(bytes: number) {
    if (bytes > this.left) throw new ReadError(tooMuchText)
    this.left -= bytes
  }
}
