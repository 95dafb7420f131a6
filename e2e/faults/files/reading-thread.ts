import { inspect } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { readNotes } from '@/packages/note-formats'
import { sourceFile } from '../../support/transfer/archives'
import type { FileToRead, Reading } from './reader'

// The reader logs what is no reason of its own, and goes on.
let defect: unknown
console.warn = (cause) => {
  defect = cause
}

parentPort?.on('message', async (file: FileToRead) => parentPort?.postMessage(await readingOf(file)))

async function readingOf({ path, bytes, isTimed }: FileToRead): Promise<Reading> {
  defect = undefined
  const since = process.cpuUsage()
  try {
    const survey = await readNotes([sourceFile(path, bytes)])
    const cpuMs = process.cpuUsage(since).user / 1000
    if (defect) return { fault: 'defect', text: inspect(defect) }
    return isTimed ? { cpuMs } : { survey }
  } catch (cause) {
    return { fault: 'crash', text: inspect(cause) }
  }
}
