const SHOWS_NOTHING = /^[\s\p{C}\p{DI}\u2800]*$/u

/** Returns the title, or an empty one where it has only characters that are not seen. */
export function seenTitle({ title }: { title: string }): string {
  return SHOWS_NOTHING.test(title) ? '' : title
}
