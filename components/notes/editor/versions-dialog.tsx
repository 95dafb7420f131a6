import { useState } from 'react'
import { tellOutcome } from '@/components/shell/tell-statuses'
import { Announced } from '@/components/ui/announced'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorStrip } from '@/components/ui/error-strip'
import { dateAndTime, nearDate } from '@/lib/domain/dates'
import * as messages from '@/lib/domain/messages/editor-parts'
import { loading } from '@/lib/domain/messages/notes'
import type { NoteText } from '@/lib/domain/note'
import { nameOf } from '@/lib/domain/note-name'
import { previewOf } from '@/lib/domain/preview'
import { useRead } from '@/lib/notes/use-read'
import {
  draftOfVersion,
  listVersions,
  type Version as NoteVersion,
  type OpenNote,
} from '@/lib/notes/versions'
import type { Draft } from '@/lib/offline/record'
import { sentenceFor } from '@/lib/session/sentence-for'
import { Version } from './conflict-dialog'

/** Characters: so many are one line on a phone. */
const BEGINNING = 30

type Props = {
  note: OpenNote
  /** Text of the form. Something may have been typed until this code was there. */
  typed: () => NoteText
  onRecover: (draft: Draft) => void
  onClose: () => void
}

export function VersionsDialog({ note, typed, onRecover, onClose }: Props) {
  const [text] = useState(typed)
  const [failure, setFailure] = useState<string>()
  const [now] = useState(Date.now)
  const [pressed, setPressed] = useState<NoteVersion>()
  const { data: versions, isLoading } = useRead(
    () => listVersions(note.noteId),
    [],
    (error) => setFailure(sentenceFor(error, messages.versionFailures)),
  )
  const chosen = pressed ?? versions?.[0]

  function recover() {
    const draft = chosen && draftOfVersion(chosen, { ...note, text: typed() })
    if (draft) {
      onRecover(draft)
      tellOutcome(messages.versionInText)
    }
    onClose()
  }

  return (
    <Dialog
      question={messages.versions}
      isWide
      onClose={onClose}
      body={
        <>
          <Announced className="mt-4 mb-2">
            {isLoading ? loading : versions && messages.versionsFound(versions.length)}
          </Announced>
          {failure && <ErrorStrip message={failure} />}
          {chosen && (
            <div className="grid gap-4 sm:grid-cols-2">
              <ul className="max-h-[max(18dvh,6rem)] overflow-auto border border-line sm:max-h-[34dvh]">
                {versions?.map((version) => (
                  <li key={version.version} className="border-line not-first:border-t">
                    <button
                      type="button"
                      aria-pressed={version === chosen}
                      onClick={() => setPressed(version)}
                      className="min-h-11 w-full border-accent px-3 py-2 text-left focus:-outline-offset-1 aria-pressed:border-l-3 aria-pressed:bg-quiet aria-pressed:pl-2.25"
                    >
                      <time
                        title={dateAndTime(version.savedAt, 'full')}
                        className="block text-sm tabular-nums"
                      >
                        {nearDate(version.savedAt, now)}
                      </time>
                      <bdi className="block font-written wrap-anywhere">{beginningOf(version)}</bdi>
                    </button>
                  </li>
                ))}
              </ul>
              <Version name={messages.versionOf(nearDate(chosen.savedAt, now))} text={chosen} other={text} />
            </div>
          )}
        </>
      }
    >
      <Button variant="bordered" onClick={onClose} data-first-focus>
        Cerrar
      </Button>
      <Button variant="solid" disabled={!chosen} onClick={recover}>
        Recuperar esta versión
      </Button>
    </Dialog>
  )
}

function beginningOf(version: NoteVersion): string {
  return previewOf(version.content.trim(), BEGINNING).text.replace(/\s+/g, ' ') || nameOf(version)
}
