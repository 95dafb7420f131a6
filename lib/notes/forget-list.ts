import { mutate } from 'swr'
import { notesKey } from './swr-options'

/** Makes the list load anew, with placeholders in place of the one that was shown last. */
export async function forgetList(token: string): Promise<void> {
  await mutate(notesKey(token), () => undefined)
}
