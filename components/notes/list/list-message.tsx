import type { ReactNode } from 'react'

type Props = {
  sentence: string
  isAboveNotes?: boolean
  children?: ReactNode
}

export function ListMessage({ sentence, isAboveNotes = false, children }: Props) {
  return (
    <div
      className={`appear-delayed grid justify-items-center gap-5 text-center ${isAboveNotes ? 'pt-2 pb-6' : 'pt-[14dvh]'}`}
    >
      <p role="status" className="text-lg leading-[1.35] font-medium text-balance">
        {sentence}
      </p>
      {children}
    </div>
  )
}
