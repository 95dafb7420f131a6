import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useLiveToken } from '@/lib/session/use-session'
import { whenIdle } from '@/lib/when-idle'

/** Sends what waits when the app opens or is shown, a user logs in or the connection is back. Ends the undo of deletes when the list is left. */
export function useWritesOfApp(): void {
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
