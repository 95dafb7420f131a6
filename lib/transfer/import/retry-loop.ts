import { ApiError } from '@/lib/api/api-error'
import { getToken, getUser, NO_TOKEN } from '@/lib/session/token'

/** During 'ending', calls in flight are awaited and the list is read a last time. */
type Phase = 'running' | 'paused' | 'ending' | 'finished' | 'cancelled'

type Waiting = 'host-busy' | 'failing' | 'unanswered' | 'other-tab'

type Reason = Waiting | 'person' | 'session-ended' | 'host-unavailable' | 'quota' | 'signed-out'

const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000]
const MAX_RETRY_AFTER_MS = 60 * 60_000

const SESSION = { getToken, getUser }

export type RetryOptions = { session?: typeof SESSION; wait?: (milliseconds: number) => Promise<void> }

type Listeners = { onChange: () => void; onProgress: () => void }

export type RetryLoop = ReturnType<typeof createRetryLoop>

/** Repeats the steps of an import, later and later while they fail, until it ends. It can be paused and cancelled. */
export function createRetryLoop(
  { onChange, onProgress }: Listeners,
  { session = SESSION, wait = delay }: RetryOptions,
) {
  const user = session.getUser()
  let phase: Phase = 'running'
  let reason: Reason | null = null
  let failures = 0
  let wake = () => {}

  function change(newPhase: Phase, newReason: Reason | null): void {
    if (reason === 'signed-out') return
    phase = newPhase
    reason = newReason
    wake()
    onChange()
  }

  const isActive = () => phase === 'running' || phase === 'paused'

  function pause(why: Reason): void {
    if (isActive()) change('paused', why)
  }

  function explain(why: Waiting | null): void {
    if (phase === 'running' && reason !== why) change('running', why)
  }

  function start(): void {
    failures = 0
    change('running', null)
  }

  function stop(): void {
    change('cancelled', 'signed-out')
  }

  async function sleep(milliseconds?: number): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      wake = resolve
    })
    await (milliseconds === undefined ? woken : Promise.race([woken, wait(milliseconds)]))
  }

  async function recover(error: unknown): Promise<void> {
    if (!isActive()) return
    console.warn(error)
    const errors = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
    if (errors.some((one) => one instanceof ApiError && one.status === 401)) return pause('session-ended')
    const delay = RETRY_DELAYS_MS[failures]
    failures += 1
    if (delay === undefined) return pause('host-unavailable')
    const retryAfter = Math.max(...errors.map((one) => (one instanceof ApiError ? one.retryAfter : 0)))
    if (retryAfter <= 0 || phase !== 'running') {
      if (failures > 1) explain('failing')
      return sleep(delay)
    }
    explain('host-busy')
    await sleep(Math.min(retryAfter, MAX_RETRY_AFTER_MS))
    explain(null)
  }

  return {
    user: user ?? '',
    getState: () => ({ phase, reason }),
    isRunning: () => phase === 'running',
    hasEnded: () => phase === 'finished' || phase === 'cancelled',
    pause,
    explain,
    sleep,
    stop,
    resume(): void {
      if (phase === 'paused') start()
    },
    cancel(): void {
      if (isActive()) change('ending', null)
    },
    endAtQuota: () => change('ending', 'quota'),

    getToken: session.getToken,
    requireToken(): string {
      if (session.getUser() !== user) stop()
      const token = reason === 'signed-out' ? null : session.getToken()
      if (token === null) throw new ApiError(NO_TOKEN, { status: 401 })
      return token
    },

    markProgress(): void {
      failures = 0
      if (reason === 'failing') explain(null)
      if (reason !== 'signed-out') onProgress()
    },

    /** Repeats a step until it is done. `settle` is called before the end, which may have come early. */
    async run(step: () => Promise<boolean>, settle: () => Promise<void>): Promise<void> {
      start()
      let isDone = false
      while (!isDone && isActive()) {
        const token = session.getToken()
        try {
          if (phase === 'paused') await sleep()
          else isDone = await step()
        } catch (error) {
          // A new password replaces the token, and the host refuses calls that were under way with the last one.
          if (token === session.getToken()) await recover(error)
          else console.warn(error)
        }
      }
      const isEnding = phase === 'ending'
      await settle()
      const isFull = reason === 'quota'
      change(isEnding && !isFull ? 'cancelled' : 'finished', isFull ? 'quota' : null)
    },
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
