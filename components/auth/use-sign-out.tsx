import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { lazyComponent } from '@/components/ui/lazy-component'
import { signOut } from '@/lib/auth/sign-out'
import { loadClearUserData } from '@/lib/auth/watch-sign-outs'
import type { NoteText } from '@/lib/domain/note'
import { mayHaveDrafts } from '@/lib/drafts/draft-store'
import { getUser } from '@/lib/session/token'
import { hasSharedTexts } from '@/lib/shared-texts/cache'

const LazySignOutDialog = lazyComponent(async () => (await import('./sign-out-dialog')).SignOutDialog)

const loadUnsavedTexts = () => import('@/lib/shared-texts/unsaved-texts')

/** Signs out and removes the user's data from this browser; asks in `dialog` first if a text may be lost. */
export function useSignOut() {
  const router = useRouter()
  /** Texts that the dialog names. */
  const [lost, setLost] = useState<NoteText[]>()

  const close = () => setLost(undefined)

  function leave() {
    router.push('/')
    signOut()
  }

  return {
    async ask() {
      if (!(await mayHaveDrafts(getUser())) && !(await hasSharedTexts())) return leave()
      const unsaved = await loadUnsavedTexts()
        .then(({ unsavedTexts }) => unsavedTexts())
        .catch(() => undefined)
      if (unsaved?.length === 0) leave()
      else setLost(unsaved ?? [])
    },
    leave,
    preload: () => Promise.all([router.prefetch('/'), loadClearUserData(), loadUnsavedTexts()]),
    dialog: lost && <LazySignOutDialog texts={lost} onClose={close} onSignOut={leave} onLoadError={close} />,
  }
}
