'use client'

import { useState } from 'react'
import * as messages from '@/lib/domain/messages/account'
import type { ChosenFile } from '@/lib/transfer/chosen-files'
import { loadDeferred } from './load-deferred'

/** Starts a download or an import. `message` is what has been downloaded. */
export function useTransfer() {
  const [isBusy, setIsBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function run(work: () => Promise<string | null>, failure: string) {
    setIsBusy(true)
    setMessage(null)
    setProblem(null)
    try {
      setMessage(await work())
    } catch (cause) {
      console.error(cause)
      setProblem(failure)
    }
    setIsBusy(false)
  }

  return {
    isBusy,
    message,
    problem,
    download: () => run(async () => (await loadDeferred()).download(), messages.notesNotDownloaded),
    choose: (files: ChosenFile[]) =>
      run(async () => {
        await (await loadDeferred()).surveyFiles(files)
        return null
      }, messages.filesNotRead),
  }
}
