import { Button } from '@/components/ui/button'
import * as messages from '@/lib/domain/messages/strips'
import type { Draft } from '@/lib/offline/record'
import { EditorStrip } from './editor-strip'

type Props = { draft: Draft; onRecover: () => void; onDiscard: () => void }

export function FoundDraftStrip({ draft, onRecover, onDiscard }: Props) {
  return (
    <EditorStrip sentence={draft.noteId === null ? messages.newDraftFound : messages.draftFound}>
      <div className="flex max-sm:w-full max-sm:justify-end">
        <Button variant="quiet" onClick={onRecover} className="text-accent">
          Recuperar
        </Button>
        <Button
          variant="quiet"
          // A double click discards one draft, not the next one as well.
          onClick={({ detail }) => detail < 2 && onDiscard()}
        >
          Descartar
        </Button>
      </div>
    </EditorStrip>
  )
}
