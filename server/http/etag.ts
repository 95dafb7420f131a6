/** A strong tag of what it names: another version, or another user's, has another one. */
export function etagOf(...parts: (string | number)[]): string {
  return `"${parts.join('.')}"`
}

/** Whether an If-Match (strongly) or If-None-Match (weakly) header names the tag. */
export function matches(header: string | undefined, etag: string, how: 'strongly' | 'weakly'): boolean {
  if (header === undefined) return false
  return header.split(',').some((part) => {
    const tag = part.trim()
    return tag === '*' || tag === etag || (how === 'weakly' && tag === `W/${etag}`)
  })
}
