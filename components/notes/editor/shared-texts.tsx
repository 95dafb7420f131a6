import { lazyComponent } from '@/components/ui/lazy-component'
import { NOT_KEPT, TOO_LONG, TOO_MANY } from '@/lib/domain/share-refusals'
import { useRead } from '@/lib/notes/use-read'
import type { Draft } from '@/lib/offline/record'
import { hasSharedTexts } from '@/lib/shared-texts/has-shared-texts'

const LazySharedTextStrip = lazyComponent(async () => (await import('./shared-text-strip')).SharedTextStrip)

/** Offers what other applications have shared. Its code loads where there is any. */
export function SharedTexts({ onUse }: { onUse: (draft: Draft) => void }) {
  const { data: isAny } = useRead(hasShared)
  return isAny && <LazySharedTextStrip onUse={onUse} />
}

async function hasShared(): Promise<boolean> {
  return [TOO_LONG, TOO_MANY, NOT_KEPT].includes(location.hash) || hasSharedTexts()
}
