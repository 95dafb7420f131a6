import { useEffect, useState } from 'react'
import { lazyComponent } from '@/components/ui/lazy-component'
import type { Draft } from '@/lib/offline/record'
import { hasSharedTexts, TOO_LONG, TOO_MANY } from '@/lib/shared-texts/cache'

const LazySharedTextStrip = lazyComponent(async () => (await import('./shared-text-strip')).SharedTextStrip)

/** Offers what other applications have shared. Its code loads where there is any. */
export function SharedTexts({ onUse }: { onUse: (draft: Draft) => void }) {
  const [isAny, setIsAny] = useState(false)

  useEffect(() => {
    if ([TOO_LONG, TOO_MANY].includes(location.hash)) setIsAny(true)
    else hasSharedTexts().then(setIsAny, console.warn)
  }, [])

  return isAny && <LazySharedTextStrip onUse={onUse} />
}
