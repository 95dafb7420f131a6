/** Strong ETag. The parts must change with whatever the response depends on, the user included. */
export function etagOf(...parts: (string | number)[]): string {
  return `"${parts.join('.')}"`
}

/** Sends the ETag twice: proxies that compress change the one they know. */
export function etagHeaders(...parts: (string | number)[]) {
  const etag = etagOf(...parts)
  return { ETag: etag, 'Notas-ETag': etag }
}

/** Whether a condition names the ETag, whatever a proxy has made of it. */
export function matches(condition: string | undefined, etag: string): boolean {
  return condition?.trim() === '*' || tagsIn(condition).includes(etag.slice(1, -1))
}

const APPENDED = '(?:--?(?:br|deflate|gzip|zstd))?'
const TAG = new RegExp(`^(?:W/)?"([^"]*?)${APPENDED}"${APPENDED}$`)

/** Tags that a condition names, without what proxies that compress add to them: `W/`, and `-gzip` before or after the quote. */
export function tagsIn(condition = ''): string[] {
  return condition.split(',').flatMap((part) => TAG.exec(part.trim())?.[1] ?? [])
}
