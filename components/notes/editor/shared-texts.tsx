import { lazyComponent } from '@/components/ui/lazy-component'
import { useRead } from '@/lib/notes/use-read'
import type { Draft } from '@/lib/offline/record'
import { SHARED_TEXTS, TOO_LONG, TOO_MANY } from '@/lib/shared-texts/cache'

const LazySharedTextStrip = lazyComponent(async () => (await import('./shared-text-strip')).SharedTextStrip)

/** Offers what other applications have shared. Its code loads where there is any. */
export function SharedTexts({ onUse }: { onUse: (draft: Draft) => void }) {
  const { data: isAny } = useRead(hasShared)
  return isAny && <LazySharedTextStrip onUse={onUse} />
}

async function hasShared(): Promise<boolean> {
  if ([TOO_LONG, TOO_MANY].includes(location.hash)) return true
  // Insecure origins have no caches.
  const cache = await globalThis.caches?.open(SHARED_TEXTS)
  return cache !== undefined && (await cache.keys()).length > 0
}
