import { useState } from 'react'
import { paperClass } from '@/components/brand/paper'
import { Button, buttonClass } from '@/components/ui/button'
import { ScreenLink } from '@/components/ui/screen-link'
import { ThrottledStatus } from '@/components/ui/throttled-status'
import { CARD_COLORS } from '@/lib/domain/card-colors'
import * as messages from '@/lib/domain/messages/transfer'
import type { ImportRun, ImportState } from '@/lib/transfer/import/start-import'

const PACE_KNOWN_AFTER_MS = 3_000

export function ImportProgress({ run, state }: { run: ImportRun; state: ImportState }) {
  const count = messages.progressOf(state.done, state.total)
  const timeLeft = useTimeLeft(state)
  const sentence = stateSentence(state) || timeLeft
  const isPaused = state.phase === 'paused'
  const isSessionEnded = isPaused && state.reason === 'session-ended'

  return (
    <div>
      <PaperProgress {...state} />
      <p className="mt-3 flex flex-wrap justify-between gap-x-4 leading-snug" aria-hidden="true">
        <span className="tabular-nums">{count}</span>
        <span className="text-soft">{sentence}</span>
      </p>
      <ThrottledStatus text={`${count}. ${sentence}`} isUrgent={isPaused || state.phase === 'ending'} />
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

function stateSentence({ task, phase, reason }: ImportState): string {
  if (task === 'undo' && reason === 'session-ended') return messages.undoSessionEnded
  if (phase === 'paused')
    return messages.pausedBecause[(reason ?? 'person') as keyof typeof messages.pausedBecause]
  if (phase === 'ending') return messages.ending
  return reason === null ? '' : messages.waitsBecause[reason as keyof typeof messages.waitsBecause]
}

/** Says how long the rest takes at the pace since the last pause or wait, once a few seconds have shown it. */
function useTimeLeft(state: ImportState): string {
  const [start, setStart] = useState(state)
  if (start.task !== state.task || start.phase !== state.phase || start.reason !== state.reason)
    setStart(state)
  const time = state.at - start.at
  // Notes that the host has already count as done, and take no time.
  const sent = state.done - state.alreadyThere - (start.done - start.alreadyThere)
  if (time < PACE_KNOWN_AFTER_MS || sent <= 0) return ''
  return messages.timeLeft((time / sent) * (state.total - state.done))
}

function PaperProgress({ task, done, total }: ImportState) {
  const filled = total > 0 ? (done / total) * CARD_COLORS.length : 0
  return (
    <div
      role="progressbar"
      aria-label={task === 'undo' ? messages.undoing : messages.importing}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={messages.progressOf(done, total)}
      className="flex gap-[3px]"
    >
      {CARD_COLORS.map((color, position) => (
        <svg
          key={color}
          viewBox="0 0 100 12"
          preserveAspectRatio="none"
          aria-hidden="true"
          className={`${paperClass(color)} h-3 min-w-0 flex-1 rounded-paper bg-quiet`}
        >
          <rect
            width={100 * Math.min(1, Math.max(0, filled - position))}
            height="12"
            className="fill-paper"
          />
        </svg>
      ))}
    </div>
  )
}
