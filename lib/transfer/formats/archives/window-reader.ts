import type { SourceFile } from '@/lib/transfer/formats/entry'

const WINDOW_BYTES = 4 * 1024 * 1024

/** Reads up to `runEnd` in advance: each read of a browser's file takes milliseconds, however short it is. */
export type WindowReader = (start: number, end: number, runEnd: number) => Promise<Uint8Array>

export function windowReader(file: SourceFile): WindowReader {
  let last: { start: number; end: number; bytes: Uint8Array } | undefined
  return async (start, end, runEnd) => {
    let window = last
    if (!window || start < window.start || end > window.end) {
      const windowEnd = Math.max(end, Math.min(runEnd, start + WINDOW_BYTES))
      window = { start, end: windowEnd, bytes: await file.read(start, windowEnd) }
      last = window
    }
    return window.bytes.subarray(start - window.start, end - window.start)
  }
}
