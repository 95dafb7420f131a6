import { type ReactNode, useEffect, useId, useRef } from 'react'
import { ErrorStrip } from '@/components/ui/error-strip'
import { keepFocus } from './keep-focus'

type Props = { heading: string; sentence: string; failure?: string | null; children: ReactNode }

export function AccountSection({ heading, sentence, failure, children }: Props) {
  const ref = useRef<HTMLElement>(null)
  const id = useId()
  useEffect(() => (ref.current ? keepFocus(ref.current) : undefined), [])
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby={id} className="border-line py-8 not-first:border-t">
      <h2 id={id} className="text-lg leading-[1.35] font-semibold">
        {heading}
      </h2>
      <p className="mt-1.5 mb-5 leading-snug text-soft">{sentence}</p>
      {children}
      {failure && (
        <div className="mt-4">
          <ErrorStrip message={failure} />
        </div>
      )}
    </section>
  )
}
