'use client'

import { PAPER } from '@/components/brand/paper'
import { NoteLink } from '@/components/notes/note-link'
import { preloadOnIntent } from '@/components/ui/preload-on-intent'
import type { CardColor } from '@/lib/domain/card-colors'
import * as messages from '@/lib/domain/messages/notes'
import type { Note } from '@/lib/domain/note'
import { previewOf } from '@/lib/domain/preview'
import { LazyDeleteNoteDialog } from './lazy'
import type { Icons } from './notes-screen'

const TARGET = 'grid size-11 place-items-center rounded-control text-card-icon'

type Props = { note: Note; color: CardColor; icons: Icons; onDelete: () => void }

/** A note as drawn on the list. The link covers the card and the bin lies above it; a fold means there is more. */
export function NoteCard({ note, color, icons, onDelete }: Props) {
  const { text, isCut } = previewOf(note.content)
  const name = note.title || messages.untitled

  return (
    <article
      className={`${PAPER[color]} relative flex h-full min-h-40 flex-col rounded-paper border border-paper-border bg-paper px-3.25 pt-3.5 pb-0.5 sm:min-h-45 sm:px-4.25 dark:border-transparent ${isCut ? 'folded' : ''}`}
    >
      <h2 className="line-clamp-3 font-written text-lg leading-[1.2] font-bold text-pretty wrap-anywhere hyphens-auto text-card-title untitled sm:text-xl sm:leading-[1.2]">
        {note.title}
      </h2>
      <p className="mt-1.5 line-clamp-4 font-written leading-[1.36] text-pretty wrap-anywhere hyphens-auto text-card-text">
        {text}
      </p>
      <div className="-mx-3.25 mt-auto flex justify-between pt-1">
        <NoteLink
          id={note._id}
          color={color}
          aria-label={`Editar nota: ${name}`}
          className={`${TARGET} after:absolute after:inset-0 focus-visible:outline-none`}
        >
          {icons.pencil}
        </NoteLink>
        <button
          type="button"
          aria-label={`Eliminar nota: ${name}`}
          onClick={onDelete}
          {...preloadOnIntent(LazyDeleteNoteDialog.preload)}
          className={`${TARGET} relative hover:bg-paper-hover focus-visible:-outline-offset-4 focus-visible:outline-card-title active:bg-paper-hover`}
        >
          {icons.bin}
        </button>
      </div>
    </article>
  )
}
