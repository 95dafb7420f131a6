import type { ReactNode, Ref } from 'react'

/** Columns, never 4 or 8 of them: the eight colours would stack in stripes. */
const GRID =
  'grid grid-cols-1 gap-3 xs:grid-cols-2 sm:grid-cols-3 sm:gap-4 lg:grid-cols-5 lg:gap-5 xl:grid-cols-7'

/** Fixed row height, of the tallest possible card: in a virtual list the tallest card may not be rendered to set it. */
const VIRTUAL_ROWS = 'auto-rows-[minmax(14rem,auto)] sm:auto-rows-[minmax(14.5rem,auto)]'

/** The padding has the accents of capitals, which the clamp would cut off. */
export const CARD_TITLE =
  'line-clamp-3 pt-1 font-written text-lg leading-[1.2] font-bold text-pretty wrap-anywhere sm:text-xl sm:leading-[1.2]'

export function cardIdOf(noteId: string | undefined): string {
  return `note-${noteId}`
}

type Props = { ref?: Ref<HTMLUListElement>; isVirtual?: boolean; children: ReactNode }

/** List of cards. Unless it is virtual, all rows are as high as the highest. */
export function NoteGrid({ ref, isVirtual = false, children }: Props) {
  return (
    <ul ref={ref} className={`${GRID} ${isVirtual ? VIRTUAL_ROWS : 'sm:auto-rows-fr'}`}>
      {children}
    </ul>
  )
}
