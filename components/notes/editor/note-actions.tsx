import { useRouter } from 'next/navigation'
import { type RefObject, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import { textIn } from '@/components/ui/form'
import { lazyComponent } from '@/components/ui/lazy-component'
import { versionFailures } from '@/lib/domain/messages/editor-parts'
import { BLANK, type NoteText } from '@/lib/domain/note'
import { duplicateText } from '@/lib/notes/form'
import type { OpenNote } from '@/lib/notes/versions'
import type { Draft } from '@/lib/offline/record'

const LazyVersionsDialog = lazyComponent(async () => (await import('./versions-dialog')).VersionsDialog)

type Props = {
  form: RefObject<HTMLFormElement | null>
  note: OpenNote
  hasVersions: boolean | undefined
  onRecover: (draft: Draft) => void
}

export function NoteActions({ form, note, hasVersions, onRecover }: Props) {
  const router = useRouter()
  const [isComparing, setIsComparing] = useState(false)
  const [isCodeMissing, setIsCodeMissing] = useState(false)
  const close = () => setIsComparing(false)
  const typed = () => (form.current ? readText(form.current) : BLANK)

  function compare() {
    setIsCodeMissing(false)
    setIsComparing(true)
  }

  function duplicate() {
    duplicateText(typed(), note)
    router.push('/create-note')
  }

  return (
    <>
      <div className="relative flex justify-end bg-paper-body px-2 pb-6 text-paper-body-ink [--accent:currentColor] [--quiet:transparent] sm:px-8">
        <Button variant="quiet" onClick={duplicate}>
          Duplicar
        </Button>
        {hasVersions && (
          <Button variant="quiet" onClick={compare}>
            Versiones
          </Button>
        )}
      </div>
      {isCodeMissing && <ErrorStrip message={versionFailures.unreachable} />}
      {isComparing && (
        <LazyVersionsDialog
          note={note}
          typed={typed}
          onRecover={onRecover}
          onClose={close}
          onLoadError={() => {
            close()
            setIsCodeMissing(true)
          }}
        />
      )}
    </>
  )
}

export function readText(form: HTMLFormElement): NoteText {
  return { title: textIn(form, 'title'), content: textIn(form, 'content') }
}
