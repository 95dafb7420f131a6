/** Strong ETag. The parts must change with whatever the response depends on, the user included. */
export function etagOf(...parts: (string | number)[]): string {
  return `"${parts.join('.')}"`
}

export function matches(header: string | undefined, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (header === undefined) return false
  return header.split(',').some((part) => {
    const tag = part.trim()
    return tag === '*' || tag === etag || (comparison === 'weak' && tag === `W/${etag}`)
  })
}
