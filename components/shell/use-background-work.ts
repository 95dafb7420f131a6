import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { fileAddress } from '@/components/ui/address'
import { useLiveToken, useToken } from '@/lib/session/use-session'
import { whenIdle } from '@/lib/when-idle'

/** Milliseconds in which nothing may hold up the first screen. */
const FIRST_SCREEN = 1000

let sharedOwnerDelay = 3 * FIRST_SCREEN

export function useBackgroundWork(): void {
  useServiceWorker()
  useSharedOwner()
  useWritesOfApp()
}

/** Registers the service worker, with which screens open offline from the second visit on. `next dev` has none. */
function useServiceWorker(): void {
  useEffect(() => {
    // biome-ignore lint/style/noProcessEnv: a constant of the build
    if (process.env.NODE_ENV !== 'production') return
    // Insecure origins and some browsers have no service workers.
    const timer = setTimeout(() => {
      navigator.serviceWorker?.register(fileAddress('/sw.js')).catch(() => {})
    }, FIRST_SCREEN)
    return () => clearTimeout(timer)
  }, [])
}

/** Tells the service worker which user owns the texts that other applications share. */
function useSharedOwner(): void {
  const token = useToken()

  useEffect(() => {
    // Insecure origins have no caches.
    if (token === undefined || !globalThis.caches) return
    const timer = setTimeout(() => {
      sharedOwnerDelay = 0
      import('@/lib/shared-texts/owner').then((code) => code.leaveSharedOwner()).catch(console.warn)
    }, sharedOwnerDelay)
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
      import('@/lib/writes/finish').then(({ leaveUndo }) => leaveUndo()).catch(() => {})
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
