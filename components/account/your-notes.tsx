'use client'

import { Fragment, useState, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import { lazyComponent } from '@/components/ui/lazy-component'
import { preloadOnIntent } from '@/components/ui/preload-on-intent'
import { StatusStrip } from '@/components/ui/status-strip'
import * as messages from '@/lib/domain/messages/account'
import { getImportStep, NO_IMPORT, subscribeToImport } from '@/lib/transfer/import-step'
import { AccountSection } from './account-section'
import { FileInput } from './file-input'
import { loadDeferred } from './load-deferred'
import { TakesFocus } from './takes-focus'
import { useFileDrop } from './use-file-drop'
import { useTransfer } from './use-transfer'

const LazyImportPanel = lazyComponent(async () => (await loadDeferred()).ImportPanel, { isRequired: true })

export function YourNotes() {
  const step = useSyncExternalStore(subscribeToImport, getImportStep, () => NO_IMPORT)
  const { isDownloading, message, problem, download, choose } = useTransfer()
  const [hasImported, setHasImported] = useState(false)
  if (step.name !== 'none' && !hasImported) setHasImported(true)
  useFileDrop((files) => step.name === 'none' && choose(files))
  const sentence = problem ?? (step.name === 'none' && step.problem)
  // The first opening leaves the focus to the screen.
  const Container = hasImported ? TakesFocus : Fragment

  return (
    <AccountSection heading="Tus notas" sentence={messages.yourNotes}>
      {step.name === 'none' ? (
        <Container>
          <div className="flex flex-wrap gap-3">
            <Button
              variant="bordered"
              isBusy={isDownloading}
              onClick={download}
              {...preloadOnIntent(loadDeferred)}
            >
              Descargar notas
            </Button>
            <FileInput label="Importar notas" onChoose={choose} />
            <FileInput label="Importar una carpeta" isFolder onChoose={choose} />
          </div>
          <p className="mt-4 mb-4 text-sm leading-snug text-soft">{messages.knownFormats}</p>
          <StatusStrip message={message} />
          {sentence && <ErrorStrip message={sentence} />}
        </Container>
      ) : (
        <LazyImportPanel step={step} />
      )}
    </AccountSection>
  )
}
