import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { NoteText } from '@/lib/domain/note'
import { readText } from './note-actions'

/** The whole text of the form, also what its fields do not show. Only on paper. */
export function PrintedNote({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const [printed, setPrinted] = useState<NoteText>()

  useEffect(() => {
    const print = () => flushSync(() => form.current && setPrinted(readText(form.current)))
    addEventListener('beforeprint', print)
    return () => removeEventListener('beforeprint', print)
  }, [form])

  return (
    printed && (
      <div className="font-written whitespace-pre-wrap wrap-anywhere not-print:hidden">
        <p dir="auto" className="text-[1.75rem] leading-[1.18] font-bold">
          {printed.title}
        </p>
        <div dir="auto">{printed.content}</div>
      </div>
    )
  )
}
