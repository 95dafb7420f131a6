'use client'

import { useRouter } from 'next/navigation'
import type { RefObject } from 'react'
import { Button } from '@/components/ui/button'
import { textIn } from '@/components/ui/form'
import type { NoteText } from '@/lib/domain/note'
import { duplicateText } from '@/lib/drafts/duplicate'

/** Buttons at the foot of a note's paper. */
export function NoteActions({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const router = useRouter()

  function duplicate() {
    if (form.current) duplicateText(readText(form.current))
    router.push('/create-note')
  }

  return (
    <div className="absolute right-1 bottom-3 flex text-paper-body-ink [--accent:currentColor] [--quiet:transparent] sm:right-10">
      <Button variant="quiet" onClick={duplicate}>
        Duplicar
      </Button>
    </div>
  )
}

export function readText(form: HTMLFormElement): NoteText {
  return { title: textIn(form, 'title'), content: textIn(form, 'content') }
}
