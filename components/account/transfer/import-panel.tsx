import { useSyncExternalStore } from 'react'
import { SWRConfig } from 'swr'
import { Button } from '@/components/ui/button'
import { ThrottledStatus } from '@/components/ui/throttled-status'
import * as messages from '@/lib/domain/messages/transfer'
import type { ImportStep } from '@/lib/transfer/import/import-screen-state'
import type { ImportRun } from '@/lib/transfer/import/start-import'
import { ImportProgress } from './import-progress'
import { ImportResult } from './import-result'
import { ImportSurvey } from './import-survey'

const OWN_CACHE = { provider: () => new Map() }

export function ImportPanel({ step }: { step: ImportStep }) {
  return (
    <>
      {step.name === 'reading' && <Reading {...step} />}
      {step.name === 'survey' && (
        // A cache of its own goes with the survey, whose notes it holds.
        <SWRConfig value={OWN_CACHE}>
          <ImportSurvey {...step} />
        </SWRConfig>
      )}
      {step.name === 'running' && <Running {...step} />}
    </>
  )
}

function Reading({ found, cancel }: Extract<ImportStep, { name: 'reading' }>) {
  return (
    <>
      <p aria-hidden="true" className="mb-4 leading-snug tabular-nums">
        {messages.reading(found)}
      </p>
      <ThrottledStatus text={messages.reading(found)} isUrgent={false} />
      <Button variant="bordered" onClick={cancel}>
        Cancelar
      </Button>
    </>
  )
}

function Running({ run }: { run: ImportRun }) {
  const state = useSyncExternalStore(run.subscribe, run.getState)
  const hasEnded = state.phase === 'finished' || state.phase === 'cancelled'
  return hasEnded ? <ImportResult run={run} state={state} /> : <ImportProgress run={run} state={state} />
}
