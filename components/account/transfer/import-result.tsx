import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Announced } from '@/components/ui/announced'
import { Button, buttonClass } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import { ScreenLink } from '@/components/ui/screen-link'
import { StatusStrip } from '@/components/ui/status-strip'
import { notesNotDownloaded } from '@/lib/domain/messages/account'
import * as messages from '@/lib/domain/messages/transfer'
import { nameOf } from '@/lib/domain/note-name'
import { useCall } from '@/lib/session/use-call'
import { downloadNotes } from '@/lib/transfer/export/download-notes'
import { NO_IMPORT, setImportStep } from '@/lib/transfer/import/import-screen-state'
import type { ImportRun, ImportState } from '@/lib/transfer/import/start-import'
import { ProblemList } from './problem-list'

export function ImportResult({ run, state }: { run: ImportRun; state: ImportState }) {
  const router = useRouter()
  const [downloaded, setDownloaded] = useState('')
  const { isBusy, failure, run: start } = useCall(notesNotDownloaded)
  const { failed, notSent, createdIds } = state
  const remaining = [...notSent, ...failed.map(({ text }) => text)]
  const problems = [
    ...failed.map(({ text, reason }) => ({ name: nameOf(text), reason })),
    ...notSent.map((text) => ({ name: nameOf(text), reason: messages.notSent })),
  ]

  return (
    <div>
      <Announced className="mb-4 leading-snug font-medium">{outcomeOf(state)}</Announced>
      <ProblemList heading={messages.notImported} problems={problems} />
      {failure && <ErrorStrip message={failure} />}
      <StatusStrip message={failure ? '' : downloaded} />
      <div className="mt-4 flex flex-wrap gap-3">
        <ScreenLink
          href="/notas"
          className={buttonClass({ variant: 'solid' })}
          navigate={(href) => {
            setImportStep(NO_IMPORT)
            router.push(href)
          }}
        >
          Ver notas
        </ScreenLink>
        {remaining.length > 0 && (
          <Button
            variant="bordered"
            isBusy={isBusy}
            onClick={() =>
              start(
                () => downloadNotes(remaining),
                () => setDownloaded(messages.downloaded(remaining.length)),
              )
            }
          >
            Descargar las no importadas
          </Button>
        )}
        {createdIds.length > 0 && (
          <Button variant="bordered" onClick={run.undo}>
            Deshacer la importación
          </Button>
        )}
        <Button variant="bordered" onClick={() => setImportStep(NO_IMPORT)}>
          Cerrar
        </Button>
      </div>
    </div>
  )
}

function outcomeOf({ task, phase, reason, imported, deleted, edited }: ImportState): string {
  if (task === 'undo') {
    // The host may refuse to delete.
    const isPart = phase === 'cancelled' || deleted + edited < imported
    const undone = isPart ? messages.undoCancelled(deleted) : messages.undone(deleted)
    return edited > 0 ? `${undone} ${messages.edited(edited)}` : undone
  }
  if (reason === 'quota') return messages.quotaReached(imported)
  return phase === 'cancelled' ? messages.cancelled(imported) : messages.imported(imported)
}
