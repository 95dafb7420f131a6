const SHOWS_NOTHING = /^[\s\p{C}\p{DI}\u2800]*$/u

export function visibleTitle({ title }: { title: string }): string {
  return SHOWS_NOTHING.test(title) ? '' : title
}
