import type { ReactNode, Ref } from 'react'

/** Never 4 or 8 columns: the eight colours run in diagonals and do not stack in stripes. */
const GRID =
  'grid grid-cols-1 gap-3 xs:grid-cols-2 sm:grid-cols-3 sm:gap-4 lg:grid-cols-5 lg:gap-5 xl:grid-cols-7'

/** As high as a card can become: of a long list nobody knows the highest one. */
const LONG = 'auto-rows-[minmax(14rem,auto)] sm:auto-rows-[minmax(14.5rem,auto)]'

type Props = { ref?: Ref<HTMLUListElement>; isLong?: boolean; children: ReactNode }

export function NoteGrid({ ref, isLong = false, children }: Props) {
  return (
    <ul ref={ref} className={`${GRID} ${isLong ? LONG : 'sm:auto-rows-fr'}`}>
      {children}
    </ul>
  )
}
