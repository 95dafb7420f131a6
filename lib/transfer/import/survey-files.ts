import type { Survey } from '@notas/note-formats'
import { readingFailures } from '@/lib/domain/messages/account'
import { sentenceFor } from '@/lib/session/sentence-for'
import { loadHostNotes } from '@/lib/transfer/host-notes'
import type { ChosenFile } from './chosen-files'
import { NO_IMPORT, setImportStep } from './import-screen-state'
import type { ReadingMessage } from './reading-worker'

export async function surveyFiles(files: ChosenFile[]): Promise<void> {
  const reading = new AbortController()
  const cancel = () => {
    reading.abort()
    setImportStep(NO_IMPORT)
  }
  const onProgress = (found: number) => setImportStep({ name: 'reading', found, cancel })
  onProgress(0)
  try {
    const [survey, existing] = await Promise.all([
      readChosenFiles(files, reading.signal, onProgress),
      loadHostNotes().catch((cause: unknown) => void console.warn(cause)),
    ])
    if (!reading.signal.aborted) setImportStep({ name: 'survey', survey, existing })
  } catch (cause) {
    if (reading.signal.aborted) return
    setImportStep({ name: 'none', problem: sentenceFor(cause, readingFailures) })
  }
}

function readChosenFiles(
  files: ChosenFile[],
  signal: AbortSignal,
  onProgress: (found: number) => void,
): Promise<Survey> {
  const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), { type: 'module' })
  const notes: Survey['notes'] = []
  const otherFiles: Survey['otherFiles'] = []
  let name = 'ChunkLoadError'
  const survey = new Promise<Survey>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ReadingMessage>) => {
      name = 'Error'
      if ('found' in data) onProgress(data.found)
      else if ('notes' in data) {
        notes.push(...data.notes)
        otherFiles.push(...data.otherFiles)
        worker.postMessage(null)
      } else resolve({ ...data.survey, notes, otherFiles })
    }
    worker.onerror = ({ message }) => reject(Object.assign(new Error(message), { name }))
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  worker.postMessage(files)
  return survey.finally(() => worker.terminate())
}
