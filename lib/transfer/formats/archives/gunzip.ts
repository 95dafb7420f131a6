import { archiveDamaged } from '@/lib/domain/messages/transfer-files'
import { ReadError } from '../entry'

export async function* gunzipped(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value as Uint8Array<ArrayBuffer>)
    },
  })
  // Safari cannot iterate over a stream.
  const reader = source.pipeThrough(new DecompressionStream('gzip')).getReader()
  try {
    for (let { value } = await reader.read(); value; { value } = await reader.read()) yield value
  } catch (cause) {
    throw cause instanceof ReadError ? cause : new ReadError(archiveDamaged, { cause })
  } finally {
    await reader.cancel().catch(() => {})
  }
}
