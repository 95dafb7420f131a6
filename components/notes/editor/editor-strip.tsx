import type { ReactNode } from 'react'

/** Sentence between toolbar and paper. It pushes the paper down and never covers it. */
export function EditorStrip({ sentence, children }: { sentence: ReactNode; children?: ReactNode }) {
  return (
    <div>
      <div className="flex flex-wrap items-center justify-end gap-x-2 bg-sheet px-5 py-1.5 text-ink sm:mb-3 sm:flex-nowrap sm:rounded-paper sm:px-4">
        <p className="mr-auto min-w-0 py-2.5 text-control leading-snug">{sentence}</p>
        {children}
      </div>
    </div>
  )
}
