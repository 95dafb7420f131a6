import type { Problem, Selection, Survey } from '@notas/note-formats'
import { useState } from 'react'
import { Announced } from '@/components/ui/announced'
import { Button } from '@/components/ui/button'
import { grouped } from '@/lib/domain/grouped'
import { exportHint, formatNames, problemName, reasonSentence } from '@/lib/domain/messages/note-formats'
import * as messages from '@/lib/domain/messages/transfer'
import type { Note } from '@/lib/domain/note'
import { NO_IMPORT, setImportStep } from '@/lib/transfer/import/import-screen-state'
import { startImport } from '@/lib/transfer/import/start-import'
import { useComparisonWithHost } from '@/lib/transfer/import/use-comparison-with-host'
import { ProblemList } from './problem-list'

type Props = { survey: Survey; existing: Note[] | undefined }

export function ImportSurvey({ survey, existing }: Props) {
  const hasPlaces = survey.notes.some(({ place }) => place)
  const [selection, setSelection] = useState<Selection>({
    archived: true,
    trashed: false,
    keepsOrigin: survey.hasNotebooks,
  })
  const comparison = useComparisonWithHost(selection, { survey, existing })
  const { sources, missing } = comparison ?? { sources: [] }
  const count = missing ?? sources.length
  const countIn = (state: string) => survey.notes.filter((note) => note.state === state).length
  const [archived, trashed] = [countIn('archived'), countIn('trashed')]
  const hasDates = survey.notes.some(({ createdOn, editedOn }) => createdOn ?? editedOn)
  const isEmpty = survey.notes.length === 0
  const { photos, files } = survey.leftBehind
  const choiceOf = (name: 'archived' | 'trashed' | 'keepsOrigin') => ({
    isChecked: selection[name],
    onChange: (isChecked: boolean) => setSelection({ ...selection, [name]: isChecked }),
  })

  return (
    <div>
      <ul>
        {survey.formats.map(({ format, count }) => (
          <Row key={format} label={formatNames[format]} count={count} />
        ))}
        {archived > 0 && <Choice label={messages.archived} count={archived} {...choiceOf('archived')} />}
        {trashed > 0 && <Choice label={messages.trashed} count={trashed} {...choiceOf('trashed')} />}
        {missing !== undefined && sources.length > missing && (
          <Row label={messages.alreadyThere} count={sources.length - missing} />
        )}
        {(hasDates || hasPlaces) && <Choice label={messages.keepOrigin} {...choiceOf('keepsOrigin')} />}
      </ul>
      {survey.formats.some(({ format }) => format === 'keep') && (
        <p className="border-t border-line py-3 text-sm leading-snug text-soft">{messages.flatLists}</p>
      )}
      {photos + files > 0 && (
        <p className="border-t border-line py-3 text-sm leading-snug text-soft">
          {messages.leftBehind(photos, files)}
        </p>
      )}
      <ProblemList heading={messages.unreadable} problems={survey.problems.map(named)} />
      <ProblemList
        heading={messages.otherFiles}
        problems={survey.otherFiles.map(named)}
        hint={exportHint(survey.otherFiles)}
      />
      <Announced className="border-t border-line pt-4 leading-snug font-medium">
        {[
          comparison && (isEmpty ? messages.nothingFound : messages.toImport(count)),
          existing === undefined && !isEmpty && messages.alreadyThereUnknown,
        ]
          .filter(Boolean)
          .join(' ')}
      </Announced>
      <div className="mt-4 flex flex-wrap gap-3">
        {count > 0 && (
          <Button
            variant="solid"
            isBusy={comparison?.selection !== selection}
            onClick={() => setImportStep({ name: 'running', run: startImport(sources) })}
          >
            Importar
          </Button>
        )}
        <Button variant={count > 0 ? 'bordered' : 'solid'} onClick={() => setImportStep(NO_IMPORT)}>
          Cancelar
        </Button>
      </div>
    </div>
  )
}

function Row({ label, count }: { label: string; count: number }) {
  return (
    <li className="flex min-h-11 items-center justify-between gap-4 border-t border-line py-2">
      <span>{label}</span>
      <span className="tabular-nums">{grouped(count)}</span>
    </li>
  )
}

type ChoiceProps = {
  label: string
  count?: number
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

function Choice({ label, count, isChecked, onChange }: ChoiceProps) {
  return (
    <li className="border-t border-line">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 py-2">
        <input
          type="checkbox"
          checked={isChecked}
          onChange={(event) => onChange(event.target.checked)}
          className="size-4.5 shrink-0 accent-ink"
        />
        <span className="mr-auto">{label}</span>
        {count !== undefined && <span className="tabular-nums">{grouped(count)}</span>}
      </label>
    </li>
  )
}

function named(problem: Problem) {
  return { name: problemName(problem), reason: reasonSentence(problem) }
}
