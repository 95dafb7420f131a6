import * as messages from '@/lib/domain/messages/transfer'
import { downloadAllNotes } from '@/lib/transfer/download-all-notes'

/** Saves all notes in a zip. Returns the sentence to show. */
export async function download(): Promise<string> {
  const { count, isOffline, savedAt } = await downloadAllNotes()
  return isOffline ? messages.downloadedOffline(count, savedAt) : messages.downloaded(count)
}
