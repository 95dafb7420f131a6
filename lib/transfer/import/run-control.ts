import { ApiError } from '@/lib/api/api-error'

/** During 'ending', calls in flight are awaited and the list is read a last time. */
export type Phase = 'running' | 'paused' | 'ending' | 'finished' | 'cancelled'

/** Only 'host-busy' occurs during 'running': the host has said how long to wait. */
export type Reason = 'person' | 'session-ended' | 'host-unavailable' | 'host-busy' | 'quota' | 'signed-out'

const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000]
const MAX_RETRY_AFTER_MS = 60 * 60_000

export type Wait = (milliseconds: number) => Promise<void>

export type RunControl = ReturnType<typeof createRunControl>

export function createRunControl({ wait, onChange }: { wait: Wait; onChange: () => void }) {
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

  function start(): void {
    failures = 0
    change('running', null)
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
    if (retryAfter <= 0 || phase !== 'running') return sleep(delay)
    change('running', 'host-busy')
    await sleep(Math.min(retryAfter, MAX_RETRY_AFTER_MS))
    if (reason === 'host-busy') change(phase, null)
  }

  return {
    getPhase: () => phase,
    getReason: () => reason,
    isRunning: () => phase === 'running',
    isActive,
    hasEnded: () => phase === 'finished' || phase === 'cancelled',
    pause,
    sleep,
    start,
    resume(): void {
      if (phase === 'paused') start()
    },
    end: change,

    markProgress(): void {
      failures = 0
    },

    async repeat(step: () => Promise<boolean>): Promise<void> {
      let isDone = false
      while (!isDone && isActive()) {
        try {
          if (phase === 'paused') await sleep()
          else isDone = await step()
        } catch (error) {
          await recover(error)
        }
      }
    },
  }
}
