'use client'

import { useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import { lazyComponent } from '@/components/ui/lazy-component'
import { preloadOnIntent } from '@/components/ui/preload-on-intent'
import { StatusStrip } from '@/components/ui/status-strip'
import * as messages from '@/lib/domain/messages/account'
import { getImportStep, NO_IMPORT, subscribeToImport } from '@/lib/transfer/import-step'
import { AccountSection } from './account-section'
import { FileDrop } from './file-drop'
import { FileInput } from './file-input'
import { loadDeferred } from './load-deferred'
import { useTransfer } from './use-transfer'

const LazyImportPanel = lazyComponent(async () => (await loadDeferred()).ImportPanel, { isRequired: true })

export function YourNotes() {
  const step = useSyncExternalStore(subscribeToImport, getImportStep, () => NO_IMPORT)
  const { isBusy, message, problem, download, choose } = useTransfer()

  return (
    <AccountSection heading="Tus notas" sentence={messages.yourNotes}>
      {step.name === 'none' ? (
        <FileDrop onDrop={choose}>
          <div className="flex flex-wrap gap-3">
            <Button variant="bordered" isBusy={isBusy} onClick={download} {...preloadOnIntent(loadDeferred)}>
              Descargar notas
            </Button>
            <FileInput label="Importar notas" onChoose={choose} />
            <FileInput label="Importar una carpeta" isFolder onChoose={choose} />
          </div>
          <p className="mt-4 mb-4 text-sm leading-snug text-soft">{messages.knownFormats}</p>
          <StatusStrip message={message} />
          {(problem ?? step.problem) && <ErrorStrip message={problem ?? step.problem ?? ''} />}
        </FileDrop>
      ) : (
        <LazyImportPanel step={step} />
      )}
    </AccountSection>
  )
}
