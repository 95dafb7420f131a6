import type { ReactNode, Ref } from 'react'

/** Never 4 or 8 columns: the eight colours run in diagonals and do not stack in stripes. */
const GRID =
  'grid grid-cols-1 gap-3 xs:grid-cols-2 sm:auto-rows-fr sm:grid-cols-3 sm:gap-4 lg:grid-cols-5 lg:gap-5 xl:grid-cols-7'

export function NoteGrid({ ref, children }: { ref?: Ref<HTMLUListElement>; children: ReactNode }) {
  return (
    <ul ref={ref} className={GRID}>
      {children}
    </ul>
  )
}
