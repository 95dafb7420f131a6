'use client'

import { useState } from 'react'
import * as messages from '@/lib/domain/messages/account'
import { endIfRefused } from '@/lib/offline/end-if-refused'
import { getToken } from '@/lib/session/token'
import type { ChosenFile } from '@/lib/transfer/chosen-files'
import { getImportStep, NO_IMPORT, setImportStep } from '@/lib/transfer/import-step'
import { loadDeferred } from './load-deferred'

/** Starts a download or an import. `message` is what has been downloaded. */
export function useTransfer() {
  const [busy, setBusy] = useState<'download' | 'reading' | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function run(name: 'download' | 'reading', work: () => Promise<string | null>, failure: string) {
    if (busy) return
    const token = getToken()
    setBusy(name)
    if (getImportStep().name === 'none') setImportStep(NO_IMPORT)
    setMessage(null)
    setProblem(null)
    try {
      setMessage(await work())
    } catch (cause) {
      console.error(cause)
      endIfRefused(cause, token)
      setProblem(failure)
    }
    setBusy(null)
  }

  return {
    isDownloading: busy === 'download',
    message,
    problem,
    download: () =>
      run('download', async () => (await loadDeferred()).download(), messages.notesNotDownloaded),
    choose: (files: ChosenFile[] | Promise<ChosenFile[]>) =>
      run(
        'reading',
        async () => {
          await (await loadDeferred()).surveyFiles(await files)
          return null
        },
        messages.filesNotRead,
      ),
  }
}
