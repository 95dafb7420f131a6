import { filesNotRead } from '@/lib/domain/messages/account'
import { getUser, onSessionChange } from '@/lib/session/token'
import type { ChosenFile } from './chosen-files'
import { loadHostNotes } from './host-notes'
import { NO_IMPORT, setImportStep } from './import-state'
import { readChosenFiles } from './read-chosen-files'

/** Reads files and asks the host for its notes. Nothing is sent. */
export async function surveyFiles(files: ChosenFile[]): Promise<void> {
  const reading = new AbortController()
  const user = getUser()
  const stopWatching = onSessionChange(() => user !== getUser() && reading.abort())
  const cancel = () => {
    reading.abort()
    setImportStep(NO_IMPORT)
  }
  const onProgress = (found: number) => setImportStep({ name: 'reading', found, cancel })
  onProgress(0)
  try {
    const [survey, existing] = await Promise.all([
      readChosenFiles(files, { signal: reading.signal, onProgress }),
      loadHostNotes().catch((cause: unknown) => void console.warn(cause)),
    ])
    if (!reading.signal.aborted) setImportStep({ name: 'survey', survey, existing })
  } catch (cause) {
    if (reading.signal.aborted) return
    console.error(cause)
    setImportStep({ name: 'none', problem: filesNotRead })
  } finally {
    stopWatching()
  }
}
