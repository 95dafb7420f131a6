import type { ReactNode } from 'react'

const ACTION = 'min-h-11 rounded-control px-3 text-[0.9375rem] font-semibold hover:bg-quiet'

/** A strip between bar and paper: it pushes the paper down, and never covers it. */
export function DraftBanner({ sentence, children }: { sentence: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-2 bg-sheet px-5 py-1.5 text-ink sm:mb-3 sm:rounded-paper sm:px-4">
      <p className="mr-auto py-2.5 text-[0.9375rem] leading-snug">{sentence}</p>
      {children && <div className="flex max-sm:w-full max-sm:justify-end">{children}</div>}
    </div>
  )
}

type Props = { sentence: string; onRecover: () => void; onDiscard: () => void }

/** What was typed and never saved, and what to do with it. */
export function FoundDraftBanner({ sentence, onRecover, onDiscard }: Props) {
  return (
    <DraftBanner sentence={sentence}>
      <button type="button" onClick={onRecover} className={`${ACTION} text-accent`}>
        Recuperar
      </button>
      <button
        type="button"
        // A double click is meant for one draft, and not for the next one's.
        onClick={({ detail }) => detail < 2 && onDiscard()}
        className={ACTION}
      >
        Descartar
      </button>
    </DraftBanner>
  )
}
