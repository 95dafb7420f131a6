/** Lists from this size on are parsed in slices, in bytes. */
const LONG = 200_000

export async function parseList<Item>(json: Blob, map: (item: unknown) => Item): Promise<Item[]> {
  const parse = (text: string) => itemsOf(text).map(map)
  if (json.size > LONG) {
    try {
      const { parseInSlices } = await import('./json-list-slices')
      return await parseInSlices(json, parse)
    } catch {} // slices are guessed, and their code may be missing
  }
  return parse(await json.text())
}

function itemsOf(json: string): unknown[] {
  const list: unknown = JSON.parse(json)
  if (!Array.isArray(list)) throw new TypeError('Not a list')
  return list
}
