'use client'

import Link from 'next/link'
import { type ComponentProps, useRef } from 'react'
import type { CardColor } from '@/lib/domain/card-colors'
import { notePath } from '@/lib/domain/note'

type Props = Omit<ComponentProps<'a'>, 'href'> & { id: string; color: CardColor }

/**
 * Opens a note's editor without asking the static host for anything: the router knows no page for a note, and
 * would load a document. Opening in a new tab is the browser's affair, as with any link.
 */
export function NoteLink({ id, color, ...props }: Props) {
  const ref = useRef<HTMLAnchorElement>(null)
  return (
    <Link
      {...props}
      ref={ref}
      href={notePath(id)}
      prefetch={false}
      onNavigate={(event) => {
        event.preventDefault()
        history.pushState({ color }, '', ref.current?.href)
        scrollTo(0, 0)
      }}
    />
  )
}

/** The colour of the card that this entry of the history was opened from. */
export function colorOfOpenedCard(): CardColor | undefined {
  return history.state?.color
}
