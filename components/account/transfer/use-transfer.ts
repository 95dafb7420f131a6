import { useState } from 'react'
import { useAccountCall } from '@/components/account/use-account-call'
import * as messages from '@/lib/domain/messages/account'
import { getUser } from '@/lib/session/token'
import type { ChosenFile } from '@/lib/transfer/import/chosen-files'
import { getImportStep, NO_IMPORT, setImportStep } from '@/lib/transfer/import/import-screen-state'

export const loadDownload = () => import('@/lib/transfer/export/download-notes')

/** Loads the import code with the panel, which shows the progress of reading. */
const loadImport = () => Promise.all([import('@/lib/transfer/import/survey-files'), import('./import-panel')])

/** Files can be chosen while notes are downloaded. */
export function useTransfer() {
  const download = useAccountCall()
  const choice = useAccountCall()
  const [message, setMessage] = useState<string | null>(null)

  function clearResults() {
    if (getImportStep().name === 'none') setImportStep(NO_IMPORT)
    setMessage(null)
    download.setFailure(null)
    choice.setFailure(null)
  }

  async function survey(files: ChosenFile[] | Promise<ChosenFile[]>) {
    const user = getUser()
    const [[{ surveyFiles }], chosen] = await Promise.all([loadImport(), files])
    if (getUser() === user) await surveyFiles(chosen)
  }

  return {
    isDownloading: download.isBusy,
    isChoosing: choice.isBusy,
    message,
    failure: download.failure ?? choice.failure,
    download() {
      const user = getUser()
      clearResults()
      const load = async () => (await loadDownload()).downloadAllNotes(user)
      return download.run(load, setMessage, messages.notesNotDownloaded)
    },
    choose(files: Parameters<typeof survey>[0]) {
      if (choice.isBusy) return
      clearResults()
      return choice.run(() => survey(files), undefined, messages.readingFailures)
    },
  }
}
