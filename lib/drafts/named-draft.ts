import type { DraftOrWrite } from '@/lib/offline/record'

/** Fragment of an editor's address that names the draft to offer first. */
export function hashOfDraft({ id }: DraftOrWrite): string {
  return `#${id}`
}

export function namedFirst(drafts: DraftOrWrite[]): DraftOrWrite[] {
  return [...drafts.filter((draft) => hashOfDraft(draft) === location.hash), ...drafts]
}
