/** Lists from this size on are parsed in slices, in bytes. */
const LONG = 200_000

/** Fails if the text is not a list. */
export async function parseList<Item>(json: Blob, map: (item: unknown) => Item): Promise<Item[]> {
  const parse = (text: string) => (JSON.parse(text) as unknown[]).map(map)
  if (json.size > LONG) {
    try {
      const { parseInSlices } = await import('./json-list-slices')
      return await parseInSlices(json, parse)
    } catch {} // slices are guessed, and their code may be missing
  }
  return parse(await json.text())
}
