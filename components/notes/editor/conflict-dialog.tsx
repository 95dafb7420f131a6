import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { excerptOf, OMITTED } from '@/lib/domain/conflict-excerpt'
import { noteConflict } from '@/lib/domain/messages/editor-parts'
import { untitled } from '@/lib/domain/messages/notes'
import type { NoteText } from '@/lib/domain/note'
import { visibleTitle } from '@/lib/domain/title'

type Props = {
  mine: NoteText
  theirs: NoteText
  isBusy: boolean
  onClose: () => void
  onKeepMine: () => void
  onKeepTheirs: () => void
  onEditMerged: () => void
}

/** Shows both versions of a note and asks which stays. Closing it decides nothing. */
export function ConflictDialog({ mine, theirs, isBusy, onClose, ...choose }: Props) {
  return (
    <Dialog
      question={noteConflict}
      isWide
      body={
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          <Version name="Tu versión" text={mine} other={theirs} />
          <Version name="La otra versión" text={theirs} other={mine} />
        </div>
      }
      isBusy={isBusy}
      onClose={onClose}
    >
      <Button variant="bordered" onClick={choose.onKeepTheirs} disabled={isBusy}>
        Quedarme con la otra
      </Button>
      <Button variant="bordered" onClick={choose.onKeepMine} isBusy={isBusy}>
        Quedarme con la mía
      </Button>
      <Button variant="solid" onClick={choose.onEditMerged} disabled={isBusy} data-first-focus>
        Editar las dos juntas
      </Button>
    </Dialog>
  )
}

type VersionProps = { name: string; text: NoteText; other: NoteText }

export function Version({ name, text, other }: VersionProps) {
  const otherLines = new Set(other.content.split('\n')).add(OMITTED)
  return (
    <div className="min-w-0">
      <h3 className="text-sm font-semibold">{name}</h3>
      <section
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="mt-1.5 max-h-[max(18dvh,6rem)] overflow-auto border border-line p-3 font-written wrap-anywhere sm:max-h-[34dvh]"
      >
        <p dir="auto" className="font-bold">
          {marked(visibleTitle(text) || untitled, text.title !== other.title)}
        </p>
        {excerptOf(text.content, other.content).map((line, index) => (
          <p key={index} dir="auto" className="min-h-[1lh]">
            {marked(line, !otherLines.has(line))}
          </p>
        ))}
      </section>
    </div>
  )
}

function marked(text: string, isOnlyHere: boolean) {
  if (!isOnlyHere || !text) return text
  return <mark className="bg-quiet text-ink underline underline-offset-4">{text}</mark>
}
