import { OWNER_HEADER, sharedAt } from '@/lib/domain/shared-text'

export async function readSharedTexts(cache: Cache) {
  const requests = await cache.keys()
  const found = requests.map(async ({ url }) => {
    const response = await cache.match(url) // another tab may have taken it
    return response ? [{ url, owner: response.headers.get(OWNER_HEADER), response }] : []
  })
  return (await Promise.all(found)).flat().sort((a, b) => sharedAt(a.url) - sharedAt(b.url))
}
