import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { fileAddress } from '@/components/ui/address'
import { getLiveToken, getSessionToken, onSessionChange } from '@/lib/session/token'
import { whenIdle } from '@/lib/when-idle'
import { resumeWaiting } from '@/lib/writes/resume-waiting'

/** Milliseconds in which nothing may hold up the first screen. */
const FIRST_SCREEN = 1000

let delay = FIRST_SCREEN
let timer: ReturnType<typeof setTimeout> | undefined
let lastToken: string | null | undefined

/** Sends what waits when the app opens or is shown, a user logs in or the connection is back. Another call changes nothing. */
export function startBackgroundWork(): void {
  onSessionChange(onSession)
  addEventListener('online', send)
  document.addEventListener('visibilitychange', send)
  onSession()
}

function onSession(): void {
  const token = getSessionToken()
  if (token === lastToken) return
  lastToken = token
  clearTimeout(timer)
  // biome-ignore lint/style/noProcessEnv: a constant of the build, and `next dev` has no service worker
  if (process.env.NODE_ENV === 'production') timer = setTimeout(registerServiceWorker, delay)
  whenIdle(send)
}

/** Screens open offline from the second visit on. The worker is told which user owns the texts that other applications share. */
async function registerServiceWorker(): Promise<void> {
  delay = 0
  try {
    const { serviceWorker } = navigator
    await serviceWorker.register(fileAddress('/sw.js'))
    await serviceWorker.ready
    const { leaveSharedOwner } = await import('@/lib/shared-texts/owner')
    await leaveSharedOwner()
  } catch {} // insecure origins and some browsers have no service workers, or forbid them
}

function send(): void {
  // Without the code there is no connection either: its return is the next occasion.
  if (getLiveToken()) resumeWaiting().catch(() => {})
}

let wasList = false

export function useEndOfUndo(): void {
  const isList = usePathname().startsWith('/notas')

  useEffect(() => {
    if (wasList && !isList) import('@/lib/writes/undo').then(({ leaveUndo }) => leaveUndo()).catch(() => {})
    wasList = isList
  }, [isList])
}
