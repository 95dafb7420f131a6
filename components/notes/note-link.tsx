import type { ComponentProps } from 'react'
import { ScreenLink } from '@/components/ui/screen-link'
import type { CardColor } from '@/lib/domain/card-colors'
import { notePath } from '@/lib/domain/note'
import { LazyNoteEditor } from './editor/editor-route'
import { openNote } from './editor/open-note'

type Props = Omit<ComponentProps<typeof ScreenLink>, 'href' | 'preload' | 'navigate'> & {
  id: string
  color: CardColor | undefined
}

export function NoteLink({ id, color, ...props }: Props) {
  return (
    <ScreenLink
      {...props}
      href={notePath(id)}
      preload={LazyNoteEditor.preload}
      navigate={() => openNote(id, color)}
    />
  )
}
