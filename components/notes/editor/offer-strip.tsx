import type { MouseEvent, ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { focusFirst } from '@/components/ui/form'
import { passOnFocus } from '@/components/ui/pass-on-focus'
import * as messages from '@/lib/domain/messages/strips'
import type { NoteText } from '@/lib/domain/note'
import { previewOf } from '@/lib/domain/preview'
import type { DraftOrWrite } from '@/lib/offline/record'
import { discardText } from '@/lib/writes/apply'
import { EditorStrip } from './editor-strip'

const SHOWN_LENGTH = 100

type Decision = { onAccept: () => void; onDiscard: () => void }
type Props = Decision & { sentence: ReactNode; action: string }

/** Offers a text for the form, which takes the focus once the user has decided. */
export function OfferStrip({ sentence, action, onAccept, onDiscard }: Props) {
  function pressed({ detail, currentTarget }: MouseEvent<HTMLButtonElement>, decide: () => void) {
    // A double click is about one text, not the next one as well.
    if (detail > 1) return
    focusFirst(currentTarget.form, ['title'])
    decide()
  }

  return (
    <EditorStrip sentence={sentence}>
      <div ref={passOnFocus} className="flex flex-wrap max-sm:w-full max-sm:justify-end sm:shrink-0">
        <Button variant="quiet" onClick={(event) => pressed(event, onAccept)} className="text-accent">
          {action}
        </Button>
        <Button variant="quiet" onClick={(event) => pressed(event, onDiscard)}>
          Descartar
        </Button>
      </div>
    </EditorStrip>
  )
}

export function FoundDraftStrip({ draft, onAccept, onDiscard }: Decision & { draft: DraftOrWrite }) {
  function discard() {
    onDiscard()
    discardText(draft).catch(console.warn)
  }

  const sentence = draft.noteId === null ? messages.newDraftFound : messages.draftFound
  return (
    <OfferStrip
      sentence={
        <>
          {sentence} <Beginning text={draft.text} />
        </>
      }
      action="Recuperar"
      onAccept={onAccept}
      onDiscard={discard}
    />
  )
}

export function Beginning({ text }: { text: NoteText }) {
  const lines = [text.title, text.content].filter(Boolean).join('\n')
  return (
    <bdi className="block overflow-hidden font-written wrap-anywhere">
      {previewOf(lines, SHOWN_LENGTH).text}
    </bdi>
  )
}
