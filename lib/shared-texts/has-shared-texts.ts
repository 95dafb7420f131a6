export const SHARED_TEXTS = 'notas-shared'

export async function hasSharedTexts(): Promise<boolean> {
  try {
    // Insecure origins have no caches, and browsers may forbid them.
    const cache = await caches.open(SHARED_TEXTS)
    return (await cache.keys()).length > 0
  } catch {
    return false
  }
}
