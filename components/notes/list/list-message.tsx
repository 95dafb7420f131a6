import type { ReactNode } from 'react'

type Props = {
  sentence: string
  /** Whether notes stand below it, and it makes room for them. */
  isAboveNotes?: boolean
  children?: ReactNode
}

/** One sentence and, where there is something to do about it, one button. */
export function ListMessage({ sentence, isAboveNotes = false, children }: Props) {
  return (
    <div
      className={`late grid justify-items-center gap-5 text-center ${isAboveNotes ? 'pt-2 pb-6' : 'pt-[14dvh]'}`}
    >
      <p role="status" className="text-lg leading-[1.35] font-medium text-balance">
        {sentence}
      </p>
      {children}
    </div>
  )
}
