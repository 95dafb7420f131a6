import type { Draft } from '@/lib/offline/record'

/** Fragment of an editor's address that names the draft to offer first. */
export function hashOfDraft({ id }: Draft): string {
  return `#${encodeURIComponent(id)}`
}

/** Puts the draft first that the address names. */
export function namedFirst(drafts: Draft[]): Draft[] {
  const rank = (draft: Draft) => Number(hashOfDraft(draft) !== location.hash)
  return drafts.sort((one, other) => rank(one) - rank(other))
}
