import { useSyncExternalStore } from 'react'
import { AccountSection } from '@/components/account/account-section'
import { lazyComponent } from '@/components/ui/lazy-component'
import { StatusStrip } from '@/components/ui/status-strip'
import * as messages from '@/lib/domain/messages/account'
import { getImportStep, NO_IMPORT, subscribeToImport } from '@/lib/transfer/import/import-screen-state'
import { DownloadButton } from './download-button'
import { FileInput } from './file-input'
import { useFileDrop } from './use-file-drop'
import { useTransfer } from './use-transfer'

const LazyImportPanel = lazyComponent(async () => (await import('./import-panel')).ImportPanel, {
  isRequired: true,
})

export function TransferSection() {
  const step = useSyncExternalStore(subscribeToImport, getImportStep, () => NO_IMPORT)
  const transfer = useTransfer()
  const { message, choose } = transfer
  useFileDrop((files) => step.name === 'none' && choose(files))
  const failure = step.name === 'none' ? (transfer.failure ?? step.problem) : null

  return (
    <AccountSection heading="Tus notas" sentence={messages.yourNotes} failure={failure}>
      {step.name === 'none' ? (
        <>
          <div className="flex flex-wrap gap-3">
            <DownloadButton {...transfer} />
            <FileInput label="Importar notas" onChoose={choose} />
            <FileInput label="Importar una carpeta" isFolder onChoose={choose} />
          </div>
          <p className="mt-4 text-sm leading-snug text-soft">{messages.knownFormats}</p>
          <StatusStrip message={message} className="*:mt-4" />
        </>
      ) : (
        <LazyImportPanel step={step} />
      )}
    </AccountSection>
  )
}
