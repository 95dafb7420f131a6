import type { ChosenFile } from './chosen-files'
import type { Survey } from './formats/survey'
import type { ReadingMessage } from './reading-worker'

type Options = {
  signal: AbortSignal
  /** Is called with the number of notes found so far. */
  onProgress: (found: number) => void
}

/** Reads files in a worker, so that large ones do not block the page. Fails with a message that can be shown. */
export function readChosenFiles(files: ChosenFile[], { signal, onProgress }: Options): Promise<Survey> {
  const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), { type: 'module' })
  const notes: Survey['notes'] = []
  const otherFiles: Survey['otherFiles'] = []
  const survey = new Promise<Survey>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ReadingMessage>) => {
      if ('found' in data) onProgress(data.found)
      else if ('notes' in data) {
        notes.push(...data.notes)
        otherFiles.push(...data.otherFiles)
        worker.postMessage(null)
      } else if ('survey' in data) resolve({ ...data.survey, notes, otherFiles })
      else reject(new Error(data.failure))
    }
    worker.onerror = ({ message }) => reject(new Error(message))
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  worker.postMessage(files)
  return survey.finally(() => worker.terminate())
}
