import { PAPER } from '@/components/brand/paper'
import { colorAt } from '@/lib/domain/card-colors'
import * as messages from '@/lib/domain/messages/notes'
import { NoteGrid } from './note-grid'

const POSITIONS = Array.from({ length: 10 }, (_, position) => position)

export function ListSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        {messages.loading}
      </p>
      <div aria-hidden="true" className="breathe">
        <NoteGrid>
          {POSITIONS.map((position) => (
            <li
              key={position}
              className={`${PAPER[colorAt(position)]} flex min-h-40 flex-col gap-2.5 rounded-paper bg-paper/42 p-3.5 *:h-3 *:bg-paper-ink/14 sm:min-h-45 sm:p-4.5 dark:bg-paper/16 dark:*:bg-paper/16`}
            >
              <div className="mb-1 h-4! w-2/3" />
              <div className="w-5/6" />
              <div className="w-1/2" />
            </li>
          ))}
        </NoteGrid>
      </div>
    </>
  )
}
