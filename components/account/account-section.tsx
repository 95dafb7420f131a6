import { type ReactNode, useId } from 'react'
import { ErrorStrip } from '@/components/ui/error-strip'

type Props = {
  heading: string
  sentence: string
  failure?: string | null
  className?: string
  children: ReactNode
}

export function AccountSection({ heading, sentence, failure, className = '', children }: Props) {
  const id = useId()
  return (
    <section
      ref={keepFocus}
      tabIndex={-1}
      aria-labelledby={id}
      className={`border-line py-8 not-first:border-t first:pt-3 ${className}`}
    >
      <h2 id={id} className="text-lg leading-[1.35] font-semibold">
        {heading}
      </h2>
      <p className="mt-1.5 mb-5 leading-snug text-soft">{sentence}</p>
      {children}
      {failure && <ErrorStrip message={failure} className="mt-4" />}
    </section>
  )
}

/** Moves lost focus to the next row, else to the section: on a button, a repeated key would act on another row. */
function keepFocus(section: HTMLElement | null) {
  if (!section) return
  let focused: Element | null = null
  let place = 0
  const rows = () => [...section.querySelectorAll<HTMLElement>('li[tabindex]')]
  const rowsBefore = (element: Element) =>
    rows().filter((row) => row.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_FOLLOWING).length

  function onFocus({ target }: FocusEvent) {
    focused = target as Element
    place = rowsBefore(focused)
  }

  const observer = new MutationObserver(() => {
    if (focused?.isConnected) {
      place = rowsBefore(focused)
    } else if (focused && document.activeElement === document.body) {
      const next = rows()[place] ?? rows().at(-1) ?? section
      next.focus()
    }
  })
  section.addEventListener('focusin', onFocus)
  observer.observe(section, { childList: true, subtree: true })
  return () => {
    section.removeEventListener('focusin', onFocus)
    observer.disconnect()
  }
}
