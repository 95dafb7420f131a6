import { useId } from 'react'
import { buttonClass } from '@/components/ui/button'
import { type ChosenFile, filesOfInput } from '@/lib/transfer/import/chosen-files'

type Props = { label: string; isFolder?: boolean; onChoose: (files: ChosenFile[]) => void }

/** File input in the look of a button. Without `accept`: some systems would grey out the files of other applications. */
export function FileInput({ label, isFolder = false, onChoose }: Props) {
  const id = useId()
  return (
    <div className="relative grid">
      <input
        id={id}
        type="file"
        multiple
        // @ts-expect-error: React does not know it
        webkitdirectory={isFolder ? '' : undefined}
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
        className={`${buttonClass({ variant: 'bordered' })} relative cursor-pointer bg-sheet peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent`}
      >
        {label}
      </label>
    </div>
  )
}
