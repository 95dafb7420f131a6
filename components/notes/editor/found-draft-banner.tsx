import * as messages from '@/lib/domain/messages/drafts'
import { EditorStrip } from './editor-strip'

const ACTION = 'min-h-11 rounded-control px-3 text-control font-semibold hover:bg-quiet'

type Props = { isNew: boolean; onRecover: () => void; onDiscard: () => void }

export function FoundDraftBanner({ isNew, onRecover, onDiscard }: Props) {
  return (
    <EditorStrip sentence={isNew ? messages.newDraftFound : messages.draftFound}>
      <div className="flex max-sm:w-full max-sm:justify-end">
        <button type="button" onClick={onRecover} className={`${ACTION} text-accent`}>
          Recuperar
        </button>
        <button
          type="button"
          // A double click discards one draft, not the next one as well.
          onClick={({ detail }) => detail < 2 && onDiscard()}
          className={ACTION}
        >
          Descartar
        </button>
      </div>
    </EditorStrip>
  )
}
