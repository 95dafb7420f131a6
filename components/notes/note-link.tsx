'use client'

import type { ComponentProps } from 'react'
import { addressOf } from '@/components/ui/address'
import { ScreenLink } from '@/components/ui/screen-link'
import type { CardColor } from '@/lib/domain/card-colors'
import { notePath } from '@/lib/domain/note'
import { LazyNoteEditor } from './editor/editor-route'
import { showNote } from './editor/opened-note'

type Props = Omit<ComponentProps<typeof ScreenLink>, 'href' | 'preload' | 'navigate'> & {
  id: string
  /** None where its card is not on the list. */
  color: CardColor | undefined
}

/**
 * Opens a note's editor without asking the static host for anything: the router knows no page for a note, and
 * would load a document.
 */
export function NoteLink({ id, color, ...props }: Props) {
  return (
    <ScreenLink
      {...props}
      href={notePath(id)}
      preload={LazyNoteEditor.preload}
      navigate={(path) => {
        history.pushState({ color }, '', addressOf(path))
        showNote(id)
        scrollTo(0, 0)
      }}
    />
  )
}

/** The colour of the card that this entry of the history was opened from. */
export function colorOfOpenedCard(): CardColor | undefined {
  return history.state?.color
}
