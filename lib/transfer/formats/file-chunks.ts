import { tooMuchText } from '@/lib/domain/messages/transfer-files'
import { tooLarge } from '@/lib/domain/messages/transfer-formats'
import { joined } from './archives/bytes'
import { ReadError } from './entry'

const HEAD_BYTES = 512
const MEBIBYTE = 1024 * 1024
const MAX_TEXT_BYTES = 1024 * MEBIBYTE

export async function* withLongHead(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const head: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    if (length >= HEAD_BYTES) yield chunk
    else {
      head.push(chunk)
      length += chunk.length
      if (length >= HEAD_BYTES) yield joined(head)
    }
  }
  if (length < HEAD_BYTES) yield joined(head)
}

export async function readWhole(
  head: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
  maxMebibytes: number,
  budget: TextBudget,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  function add(chunk: Uint8Array) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxMebibytes * MEBIBYTE) throw new ReadError(tooLarge(maxMebibytes))
    budget.spend(chunk.length)
  }
  add(head)
  for await (const chunk of rest) add(chunk)
  return joined(chunks)
}

export class TextBudget {
  private left = MAX_TEXT_BYTES

  spend(bytes: number) {
    if (bytes > this.left) throw new ReadError(tooMuchText)
    this.left -= bytes
  }
}
