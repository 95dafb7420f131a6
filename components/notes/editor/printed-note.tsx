import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { useListener } from '@/components/ui/use-listener'
import type { NoteText } from '@/lib/domain/note'
import { readText } from './note-actions'

/** The whole text of the form, also what its fields do not show. Only on paper. */
export function PrintedNote({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const [printed, setPrinted] = useState<NoteText>()

  useListener('beforeprint', () => flushSync(() => form.current && setPrinted(readText(form.current))))

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
