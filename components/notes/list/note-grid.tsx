import type { ReactNode, Ref } from 'react'

/** Never 4 or 8 columns: the eight colours would stack in stripes. */
const GRID =
  'grid grid-cols-1 gap-3 xs:grid-cols-2 sm:grid-cols-3 sm:gap-4 lg:grid-cols-5 lg:gap-5 xl:grid-cols-7'

/** Largest height of a card: of a long list the highest card is not rendered. */
const LONG_ROWS = 'auto-rows-[minmax(14rem,auto)] sm:auto-rows-[minmax(14.5rem,auto)]'

type Props = { ref?: Ref<HTMLUListElement>; isLong?: boolean; children: ReactNode }

export function NoteGrid({ ref, isLong = false, children }: Props) {
  return (
    <ul ref={ref} className={`${GRID} ${isLong ? LONG_ROWS : 'sm:auto-rows-fr'}`}>
      {children}
    </ul>
  )
}
