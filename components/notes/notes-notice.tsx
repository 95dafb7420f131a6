import type { ReactNode } from 'react'

/** One sentence and, where there is something to do about it, one button. */
export function NotesNotice({ sentence, children }: { sentence: string; children?: ReactNode }) {
  return (
    <div className="late grid justify-items-center gap-5 pt-[14dvh] text-center">
      <p role="status" className="text-lg leading-[1.35] font-medium text-balance">
        {sentence}
      </p>
      {children}
    </div>
  )
}
