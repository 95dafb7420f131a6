import { memo } from 'react'
import { paperClass } from '@/components/brand/paper'
import { NoteLink } from '@/components/notes/note-link'
import { Icon } from '@/components/ui/icon'
import { lazyComponent, preloadOnIntent } from '@/components/ui/lazy-component'
import { colorAt } from '@/lib/domain/card-colors'
import { untitled } from '@/lib/domain/messages/notes'
import type { Note } from '@/lib/domain/note'
import { partsWithBoxes } from '@/lib/domain/parts-with-boxes'
import { previewOf } from '@/lib/domain/preview'
import { visibleTitle } from '@/lib/domain/title'
import type { ListedNote } from './delete-note-dialog'
import { CARD_TITLE, cardIdOf } from './note-grid'

export const LazyDeleteNoteDialog = lazyComponent(
  async () => (await import('./delete-note-dialog')).DeleteNoteDialog,
)

const TARGET = 'grid size-11 place-items-center rounded-control text-card-icon'

type Props = { note: Note; position: number; count: number; onDelete: (listed: ListedNote) => void }

/** Item of the list, memoised because a long list renders at every scroll event. The link covers the card. */
export const NoteCard = memo(function NoteCard({ note, position, count, onDelete }: Props) {
  const { text, isCut } = previewOf(note.content)
  const parts = partsWithBoxes(text)
  const title = visibleTitle(note)
  const name = title || untitled
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
        <h2 dir="auto" className={`${CARD_TITLE} text-ink-day untitled`}>
          {title}
        </h2>
        <p
          // A translating browser replaces text nodes, which React then cannot update.
          key={text}
          dir="auto"
          className={`line-clamp-4 pt-1.5 font-written leading-[1.36] text-pretty wrap-anywhere text-card-text ${parts[1] ? 'whitespace-pre-wrap' : ''}`}
        >
          {parts.map((part, at) => (at % 2 ? <Box key={at} text={part} /> : part))}
        </p>
        <div className="-mx-3.25 mt-auto flex justify-between pt-1">
          <NoteLink
            id={note._id}
            card={{ color, isCut }}
            aria-label={`Editar nota: ${name}`}
            className={`${TARGET} after:absolute after:inset-0 focus-visible:outline-none`}
          >
            <Icon className="size-4.5">
              <path d="m3.5 16.5.9-3.8 9-9a1.9 1.9 0 0 1 2.8 2.8l-9 9-3.7 1Zm8.3-11.2 2.9 2.9" />
            </Icon>
          </NoteLink>
          <button
            type="button"
            aria-label={`Eliminar nota: ${name}`}
            onClick={() => onDelete({ note, position })}
            {...preloadOnIntent(LazyDeleteNoteDialog.preload)}
            className={`${TARGET} relative hover:bg-paper-hover focus-visible:-outline-offset-4 focus-visible:outline-ink-day active:bg-paper-hover`}
          >
            <Icon className="size-4.5">
              <path d="M3.5 5.5h13M7.5 5.5v-2h5v2m-8 0 .8 11.5h9.4l.8-11.5M8.3 9v4.8m3.4-4.8v4.8" />
            </Icon>
          </button>
        </div>
      </article>
    </li>
  )
})

/** Draws a box in place of its text, which screen readers and copies have. */
function Box({ text }: { text: string }) {
  return (
    <>
      <span className="sr-only">{text}</span>
      <Icon className="inline size-4.5 align-middle">
        <path d={`M2 3h14v14H2Z${text.includes(' ]') ? '' : 'm3.4 7 2.8 3 4.6-6'}`} />
      </Icon>
    </>
  )
}
