import { Button, buttonClass } from '@/components/ui/button'
import { ScreenLink } from '@/components/ui/screen-link'
import { ThrottledStatus } from '@/components/ui/throttled-status'
import * as messages from '@/lib/domain/messages/transfer'
import type { ImportRun, ImportState } from '@/lib/transfer/import/import-run'
import { PaperProgress } from './paper-progress'

export function ImportProgress({ run, state }: { run: ImportRun; state: ImportState }) {
  const isUndo = state.task === 'undo'
  const { done, total } = state
  const count = messages.progressOf(done, total)
  const sentence = stateSentence(state)
  const isPaused = state.phase === 'paused'
  const isSessionEnded = isPaused && state.reason === 'session-ended'

  return (
    <div>
      <PaperProgress
        label={isUndo ? messages.undoing : messages.importing}
        done={done}
        total={total}
        text={count}
      />
      <p className="mt-3 flex flex-wrap justify-between gap-x-4 leading-snug" aria-hidden="true">
        <span className="tabular-nums">{count}</span>
        <span className="text-soft">{sentence}</span>
      </p>
      <ThrottledStatus text={`${count}. ${sentence}`} isUrgent={isPaused} />
      <div className="mt-4 flex flex-wrap gap-3">
        {isSessionEnded && (
          <ScreenLink href="/" lang="en" className={buttonClass({ variant: 'solid' })}>
            Log in
          </ScreenLink>
        )}
        {/* One button, so that it keeps the focus. */}
        {state.phase !== 'ending' && (
          <Button
            variant={isPaused && !isSessionEnded ? 'solid' : 'bordered'}
            onClick={isPaused ? run.resume : run.pause}
          >
            {isPaused ? 'Seguir' : 'Pausar'}
          </Button>
        )}
        <Button variant="bordered" isBusy={state.phase === 'ending'} onClick={run.cancel}>
          Cancelar
        </Button>
      </div>
    </div>
  )
}

function stateSentence({ task, phase, reason, secondsLeft }: ImportState): string {
  if (task === 'undo' && reason === 'session-ended') return messages.undoSessionEnded
  if (phase === 'paused')
    return messages.pausedBecause[(reason ?? 'person') as keyof typeof messages.pausedBecause]
  if (phase === 'ending') return messages.ending
  if (reason === 'host-busy') return messages.hostBusy
  return secondsLeft === undefined ? '' : `${messages.timeLeft(secondsLeft)}.`
}
