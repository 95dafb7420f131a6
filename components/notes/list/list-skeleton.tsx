import { paperClass } from '@/components/brand/paper'
import { colorAt } from '@/lib/domain/card-colors'
import { loading } from '@/lib/domain/messages/notes'
import { CARD_TITLE, NoteGrid } from './note-grid'

export function ListSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        <span className="appear-delayed">{loading}</span>
      </p>
      <div aria-hidden="true" className="breathe">
        <NoteGrid isVirtual>
          {[...Array(10).keys()].map((position) => (
            <li
              key={position}
              className={`${paperClass(colorAt(position))} flex min-h-40 flex-col gap-2.5 rounded-paper bg-paper/42 px-3.5 pt-2.75 *:empty:h-3 *:empty:bg-paper-ink/14 sm:min-h-45 sm:px-4.5 dark:bg-paper/16 dark:*:empty:bg-paper/16`}
            >
              {/* The early call writes titles into it, which React would remove from an element without this property. */}
              <div
                className={`${CARD_TITLE} mb-1 empty:h-4! empty:w-2/3`}
                dangerouslySetInnerHTML={{ __html: '' }}
              />
              <div className="w-5/6" />
              <div className="w-1/2" />
            </li>
          ))}
        </NoteGrid>
      </div>
    </>
  )
}
