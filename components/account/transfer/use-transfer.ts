import { useState } from 'react'
import { useAccountCall } from '@/components/account/use-account-call'
import * as messages from '@/lib/domain/messages/account'
import type { ChosenFile } from '@/lib/transfer/import/chosen-files'
import { getImportStep, NO_IMPORT, setImportStep } from '@/lib/transfer/import/import-screen-state'

export const loadDownload = () => import('@/lib/transfer/export/download-notes')

/** Loads the import code with the panel, which shows the progress of reading. */
const loadImport = () => Promise.all([import('@/lib/transfer/import/survey-files'), import('./import-panel')])

export function useTransfer() {
  const { isBusy, failure, run } = useAccountCall()
  const [message, setMessage] = useState<string | null>(null)

  function start(work: () => Promise<string | null>, sentence: string) {
    if (isBusy) return
    if (getImportStep().name === 'none') setImportStep(NO_IMPORT)
    setMessage(null)
    return run(work, setMessage, sentence)
  }

  return {
    isBusy,
    message,
    failure,
    download: () => start(async () => (await loadDownload()).downloadAllNotes(), messages.notesNotDownloaded),
    choose: (files: ChosenFile[] | Promise<ChosenFile[]>) =>
      start(async () => {
        const [{ surveyFiles }] = await loadImport()
        await surveyFiles(await files)
        return null
      }, messages.filesNotRead),
  }
}
