import { useRouter } from 'next/navigation'
import { type MouseEvent, useState } from 'react'
import { lazyComponent } from '@/components/ui/lazy-component'
import { signOut } from '@/lib/auth/sign-out'
import { confirmSignOut } from '@/lib/domain/messages/auth'
import { mayHaveDrafts } from '@/lib/drafts/unsaved-drafts'
import { getUser } from '@/lib/session/token'
import { hasSharedTexts } from '@/lib/shared-texts/has-shared-texts'

const LazySignOutDialog = lazyComponent(async () => (await import('./sign-out-dialog')).SignOutDialog)

/** Texts that were shared with other users do not count. */
async function mayHaveSharedTexts(): Promise<boolean> {
  if (!(await hasSharedTexts())) return false
  try {
    const { unsavedTexts } = await import('@/lib/shared-texts/unsaved-texts')
    return (await unsavedTexts()).length > 0
  } catch {
    return true
  }
}

/** Signs out and removes the user's data from this browser; asks in `dialog` first if a text may be lost. */
export function useSignOut() {
  const router = useRouter()
  const [isAsking, setIsAsking] = useState(false)

  const close = () => setIsAsking(false)

  function leave() {
    router.push('/')
    signOut()
  }

  function askWithoutDialog() {
    close()
    if (confirm(confirmSignOut)) leave()
  }

  return {
    async ask({ currentTarget }: MouseEvent) {
      const mayLose = (await mayHaveDrafts(getUser())) || (await mayHaveSharedTexts())
      // The user has left this screen while the drafts were read, and may have typed a text since.
      if (!currentTarget.isConnected) return
      if (mayLose) setIsAsking(true)
      else leave()
    },
    leave,
    preload: () => Promise.all([router.prefetch('/'), import('@/lib/auth/clear-user-data')]),
    dialog: isAsking && (
      <LazySignOutDialog onClose={close} onSignOut={leave} onLoadError={askWithoutDialog} />
    ),
  }
}
