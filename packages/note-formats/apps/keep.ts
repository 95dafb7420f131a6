import { attachmentLine, linkLine } from '../details.ts'
import { archiveOf, withoutArchive } from '../entry.ts'
import { checklistItem } from '../text/plain-marks.ts'
import type { Words } from '../words.ts'
import { type FoundNote, type FoundNotes, foundNote, readEach, stateOf } from './found-note.ts'
import { isObject, type JsonObject, objectsIn, textIn } from './json-fields.ts'

const TEXTS = ['title', 'textContent', 'listContent', 'attachments']
const MARKS = ['userEditedTimestampUsec', 'createdTimestampUsec', 'isTrashed']

export function keepNotes(json: unknown, path: string, words: Words): FoundNotes | undefined {
  if (!isObject(json)) return undefined
  const has = (key: string) => key in json
  if (!TEXTS.some(has) || !MARKS.some(has)) return undefined
  const id = archiveOf(path) ? withoutArchive(path) : undefined
  return readEach('keep', [json], path, (note) => ({ ...keepNote(note, words), id }))
}

function keepNote(note: JsonObject, words: Words): FoundNote {
  const items = objectsIn(note, 'listContent').map((item) =>
    checklistItem(textIn(item, 'text'), item.isChecked === true),
  )
  return foundNote(words, {
    title: textIn(note, 'title'),
    content: [textIn(note, 'textContent'), items.join('\n')].filter(Boolean).join('\n\n'),
    labels: objectsIn(note, 'labels').map((label) => textIn(label, 'name')),
    details: [
      ...objectsIn(note, 'annotations').map((link) =>
        linkLine(words, textIn(link, 'url'), textIn(link, 'title')),
      ),
      ...objectsIn(note, 'attachments').map((file) => attachmentLine(words, textIn(file, 'filePath'))),
    ],
    createdAt: Number(note.createdTimestampUsec) / 1000,
    editedAt: Number(note.userEditedTimestampUsec) / 1000,
    state: stateOf(note.isTrashed === true, note.isArchived === true),
  })
}
