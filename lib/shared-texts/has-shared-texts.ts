export const SHARED_TEXTS = 'notas-shared'

export const TOO_LONG = '#shared-too-long'
export const TOO_MANY = '#shared-too-many'

export async function hasSharedTexts(): Promise<boolean> {
  // Insecure origins have no caches.
  const cache = await globalThis.caches?.open(SHARED_TEXTS)
  return cache !== undefined && (await cache.keys()).length > 0
}
