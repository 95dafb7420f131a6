/** From here on it is parsed in slices, in bytes. */
const LONG = 200_000

/** The items of a JSON list, as `read` makes them. Throws where the text is no JSON list. */
export async function parseList<Item>(json: Blob, read: (item: unknown) => Item): Promise<Item[]> {
  if (json.size > LONG) {
    try {
      const { parseInSlices } = await import('./json-list-slices')
      return await parseInSlices(json, read)
    } catch {
      // As a whole, then: slices are guessed, and their code may be missing.
    }
  }
  return parsedList(await json.text()).map(read)
}

export function parsedList(json: string): unknown[] {
  const list: unknown = JSON.parse(json)
  if (!Array.isArray(list)) throw new TypeError('The JSON is not a list')
  return list
}
