import { memo, type ReactNode } from 'react'
import { paperClass } from '@/components/brand/paper'
import { NoteLink } from '@/components/notes/note-link'
import { lazyComponent, preloadOnIntent } from '@/components/ui/lazy-component'
import { colorAt } from '@/lib/domain/card-colors'
import { untitled } from '@/lib/domain/messages/notes'
import type { Note } from '@/lib/domain/note'
import { previewOf } from '@/lib/domain/preview'
import type { ListedNote } from './delete-note-dialog'
import { CARD_TITLE, cardIdOf } from './note-grid'

export const LazyDeleteNoteDialog = lazyComponent(
  async () => (await import('./delete-note-dialog')).DeleteNoteDialog,
)

const TARGET = 'grid size-11 place-items-center rounded-control text-card-icon'

export type CardIcons = Record<'edit' | 'delete', ReactNode>
export type SharedCardProps = { icons: CardIcons; onDelete: (listed: ListedNote) => void }

type Props = SharedCardProps & { note: Note; position: number; count: number }

/** Item of the list, memoised because a long list renders at every scroll event. The link covers the card. */
export const NoteCard = memo(function NoteCard({ note, position, count, icons, onDelete }: Props) {
  const { text, isCut } = previewOf(note.content)
  const name = note.title || untitled
  const color = colorAt(position)

  return (
    <li
      id={cardIdOf(note._id)}
      aria-posinset={position + 1}
      aria-setsize={count}
      className="rounded-paper card-shadow ring-of-link lifts"
    >
      <article
        className={`${paperClass(color)} relative flex h-full min-h-40 flex-col rounded-paper border border-paper-border bg-paper px-3.25 pt-2.5 pb-0.5 sm:min-h-45 sm:px-4.25 dark:border-transparent ${isCut ? 'folded' : ''}`}
      >
        <h2 className={`${CARD_TITLE} text-ink-day untitled`}>{note.title}</h2>
        <p className="line-clamp-4 pt-1.5 font-written leading-[1.36] text-pretty wrap-anywhere text-card-text">
          {text}
        </p>
        <div className="-mx-3.25 mt-auto flex justify-between pt-1">
          <NoteLink
            id={note._id}
            color={color}
            aria-label={`Editar nota: ${name}`}
            className={`${TARGET} after:absolute after:inset-0 focus-visible:outline-none`}
          >
            {icons.edit}
          </NoteLink>
          <button
            type="button"
            aria-label={`Eliminar nota: ${name}`}
            onClick={() => onDelete({ note, position })}
            {...preloadOnIntent(LazyDeleteNoteDialog.preload)}
            className={`${TARGET} relative hover:bg-paper-hover focus-visible:-outline-offset-4 focus-visible:outline-ink-day active:bg-paper-hover`}
          >
            {icons.delete}
          </button>
        </div>
      </article>
    </li>
  )
})
