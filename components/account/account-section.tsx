import { type ReactNode, useId } from 'react'

type Props = { heading: string; sentence: string; children: ReactNode }

export function AccountSection({ heading, sentence, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-line py-8 not-first:border-t">
      <h2 id={id} className="text-lg leading-[1.35] font-semibold">
        {heading}
      </h2>
      <p className="mt-1.5 mb-5 leading-snug text-soft">{sentence}</p>
      {children}
    </section>
  )
}
