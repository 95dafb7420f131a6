import { useId, useSyncExternalStore } from 'react'
import { AccountSection } from '@/components/account/account-section'
import { buttonClass } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy-component'
import { StatusStrip } from '@/components/ui/status-strip'
import { useListener } from '@/components/ui/use-listener'
import * as messages from '@/lib/domain/messages/account'
import { type ChosenFile, filesOfDrop, filesOfInput } from '@/lib/transfer/import/chosen-files'
import { getImportStep, NO_IMPORT, subscribeToImport } from '@/lib/transfer/import/import-screen-state'
import { DownloadButton } from './download-button'
import { useTransfer } from './use-transfer'

const LazyImportPanel = lazyComponent(async () => (await import('./import-panel')).ImportPanel, {
  isRequired: true,
})

function filesOver({ dataTransfer }: DragEvent): DataTransfer | undefined {
  return dataTransfer?.types.includes('Files') ? dataTransfer : undefined
}

export function TransferSection() {
  const step = useSyncExternalStore(subscribeToImport, getImportStep, () => NO_IMPORT)
  const transfer = useTransfer()
  const { message, isChoosing, choose } = transfer
  const problem = step.name === 'none' ? step.problem : null

  // Files can be dropped anywhere on the page, where the browser would open them.
  useListener('dragover', (event) => filesOver(event) && event.preventDefault())
  useListener('drop', (event) => {
    const dropped = filesOver(event)
    if (!dropped) return
    event.preventDefault()
    if (dropped.files.length > 0 && step.name === 'none') choose(filesOfDrop(dropped))
  })

  return (
    <AccountSection heading="Tus notas" sentence={messages.yourNotes} failure={transfer.failure ?? problem}>
      {step.name === 'none' ? (
        <>
          <div className="flex flex-wrap gap-3">
            <DownloadButton {...transfer} />
            <FileInput label="Importar notas" isBusy={isChoosing} onChoose={choose} />
            <FileInput label="Importar una carpeta" isFolder isBusy={isChoosing} onChoose={choose} />
          </div>
          <p className="mt-4 text-sm leading-snug text-soft">
            {messages.knownFormats} <span className="pointer-coarse:hidden">{messages.dropFiles}</span>
          </p>
        </>
      ) : (
        <LazyImportPanel step={step} />
      )}
      <StatusStrip message={message} className="*:mt-4" />
    </AccountSection>
  )
}

type FileInputProps = {
  label: string
  isFolder?: boolean
  isBusy: boolean
  onChoose: (files: ChosenFile[]) => void
}

/** File input in the look of a button. Without `accept`: some systems would grey out the files of other applications. */
function FileInput({ label, isFolder = false, isBusy, onChoose }: FileInputProps) {
  const id = useId()
  return (
    <div className="relative grid">
      <input
        id={id}
        type="file"
        multiple
        // @ts-expect-error: React does not know it
        webkitdirectory={isFolder ? '' : undefined}
        aria-disabled={isBusy || undefined}
        onClick={(event) => isBusy && event.preventDefault()}
        onChange={({ currentTarget }) => {
          const files = filesOfInput(currentTarget)
          // The same files can be chosen again.
          currentTarget.value = ''
          if (files.length > 0) onChoose(files)
        }}
        className="peer absolute inset-0 opacity-0"
      />
      <label
        htmlFor={id}
        aria-busy={isBusy || undefined}
        className={`${buttonClass({ variant: 'bordered' })} relative cursor-pointer bg-sheet peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent`}
      >
        {label}
      </label>
    </div>
  )
}
