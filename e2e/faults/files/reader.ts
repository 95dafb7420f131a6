import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'
import type { Survey } from '@/packages/note-formats/survey'

export type FileToRead = { path: string; bytes: Uint8Array; isTimed?: boolean }
export type Reading = { fault?: string; text?: string; survey?: Survey; cpuMs?: number }

export type Reader = Awaited<ReturnType<typeof createReader>>

/** The slowest file that is known takes ten seconds. */
const MAX_MS = 120_000

/** A file stopped the reader, which is to read any. */
export class ReadingFault extends Error {
  constructor(
    readonly kind: string,
    message: string,
  ) {
    super(message)
  }
}

/** Reads files in a thread of its own: the timers of this one would stand still while a file is read for ever. */
export async function createReader() {
  const code = await compile()
  const start = () => new Worker(code, { eval: true })
  let thread = start()

  async function read(file: FileToRead): Promise<Reading> {
    thread.postMessage(file)
    const [reading] = await once(thread, 'message', { signal: AbortSignal.timeout(MAX_MS) }).catch(
      async (cause: Error) => {
        await thread.terminate()
        thread = start()
        const isEndless = cause.name === 'AbortError'
        throw new ReadingFault(
          isEndless ? 'endless' : 'crash',
          isEndless ? `over ${MAX_MS} ms` : String(cause),
        )
      },
    )
    const { fault, text = '' } = reading as Reading
    if (fault) throw new ReadingFault(fault, text)
    return reading
  }

  return {
    surveyOf: async (path: string, bytes: Uint8Array) => (await read({ path, bytes })).survey as Survey,
    /** Milliseconds of the processor's time. */
    cpuOf: async (path: string, bytes: Uint8Array) => (await read({ path, bytes, isTimed: true })).cpuMs ?? 0,
    stop: () => thread.terminate(),
  }
}

async function compile(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['e2e/faults/files/reading-thread.ts'],
    bundle: true,
    write: false,
    platform: 'node',
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}
