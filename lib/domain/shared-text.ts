import type { NoteText } from './note'

/** Cache in which the service worker leaves what other applications have shared, until a signed-in user takes it. */
export const SHARED_TEXTS = 'notas-shared'

/** Text of a new note from the fields that the manifest's `share_target` names. */
export function sharedText(fields: { title?: string; text?: string; url?: string }): NoteText {
  const { title = '', text = '', url = '' } = fields
  const content = text.includes(url) ? text : [text, url].filter(Boolean).join('\n')
  return { title: title.replace(/\s+/g, ' ').trim(), content: content.trim() }
}
