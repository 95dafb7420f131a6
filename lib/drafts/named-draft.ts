import type { Draft } from '@/lib/offline/record'

/** Fragment of an editor's address that names the draft to offer first. */
export function hashOfDraft({ id }: Draft): string {
  return `#${id}`
}

/** Repeats the draft first that the address names. */
export function namedFirst(drafts: Draft[]): Draft[] {
  return [...drafts.filter((draft) => hashOfDraft(draft) === location.hash), ...drafts]
}
