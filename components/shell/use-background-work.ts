import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { fileAddress } from '@/components/ui/address'
import { useLiveToken, useToken } from '@/lib/session/use-session'
import { whenIdle } from '@/lib/when-idle'

/** Milliseconds in which nothing may hold up the first screen. */
const FIRST_SCREEN = 1000

let delay = FIRST_SCREEN

export function useBackgroundWork(): void {
  useServiceWorker()
  useWritesOfApp()
}

/**
 * Registers the service worker, with which screens open offline from the second visit on, and tells it which user owns the
 * texts that other applications share. `next dev` has none.
 */
function useServiceWorker(): void {
  const token = useToken()

  useEffect(() => {
    // biome-ignore lint/style/noProcessEnv: a constant of the build
    if (process.env.NODE_ENV !== 'production' || token === undefined) return
    const timer = setTimeout(async () => {
      delay = 0
      try {
        const { serviceWorker } = navigator
        await serviceWorker.register(fileAddress('/sw.js'))
        await serviceWorker.ready
        const { leaveSharedOwner } = await import('@/lib/shared-texts/owner')
        await leaveSharedOwner()
      } catch {} // insecure origins and some browsers have no service workers, or forbid them
    }, delay)
    return () => clearTimeout(timer)
  }, [token])
}

/** Sends what waits when the app opens or is shown, a user logs in or the connection is back. Ends the undo of deletes when the list is left. */
function useWritesOfApp(): void {
  const token = useLiveToken()
  const path = usePathname()
  const lastPath = useRef(path)

  useEffect(() => {
    if (isList(lastPath.current) && !isList(path))
      import('@/lib/writes/undo').then(({ leaveUndo }) => leaveUndo()).catch(() => {})
    lastPath.current = path
  }, [path])

  useEffect(() => {
    if (!token) return
    whenIdle(send)
    addEventListener('online', send)
    document.addEventListener('visibilitychange', send)
    return () => {
      removeEventListener('online', send)
      document.removeEventListener('visibilitychange', send)
    }
  }, [token])
}

function send(): void {
  // Without the code there is no connection either: its return is the next occasion.
  import('@/lib/writes/resume-waiting').then(({ resumeWaiting }) => resumeWaiting()).catch(() => {})
}

function isList(path: string): boolean {
  return path.startsWith('/notas')
}
