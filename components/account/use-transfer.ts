'use client'

import { useState } from 'react'
import * as messages from '@/lib/domain/messages/account'
import type { ChosenFile } from '@/lib/transfer/chosen-files'
import { getImportStep, NO_IMPORT, setImportStep } from '@/lib/transfer/import-state'
import { loadDeferred } from './load-deferred'
import { useAccountCall } from './use-account-call'

/** Starts a download or an import. `message` is what has been downloaded. */
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
    download: () => start(async () => (await loadDeferred()).download(), messages.notesNotDownloaded),
    choose: (files: ChosenFile[] | Promise<ChosenFile[]>) =>
      start(async () => {
        await (await loadDeferred()).surveyFiles(await files)
        return null
      }, messages.filesNotRead),
  }
}
