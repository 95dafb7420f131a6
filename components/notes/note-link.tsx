import type { ComponentProps } from 'react'
import { ScreenLink } from '@/components/ui/screen-link'
import { notePath } from '@/lib/domain/note'
import { LazyNoteEditor } from './editor/editor-route'
import { type Card, openNote } from './editor/open-note'

type Props = Omit<ComponentProps<typeof ScreenLink>, 'href' | 'preload' | 'navigate'> & {
  id: string
  card: Card
}

export function NoteLink({ id, card, ...props }: Props) {
  return (
    <ScreenLink
      {...props}
      href={notePath(id)}
      preload={LazyNoteEditor.preload}
      navigate={() => openNote(id, card)}
    />
  )
}
