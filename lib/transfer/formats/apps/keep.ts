import { attachmentLine, linkLine } from '../details'
import { checklistItem } from '../text/plain-marks'
import { type FoundNote, type FoundNotes, foundNote, readEach } from './found-note'
import { isObject, type JsonObject, objectsIn, textIn } from './json-fields'

const TEXTS = ['title', 'textContent', 'listContent', 'attachments']
const MARKS = ['userEditedTimestampUsec', 'createdTimestampUsec', 'isTrashed']

export function keepNotes(json: unknown, path: string): FoundNotes | undefined {
  if (!isObject(json)) return undefined
  const has = (key: string) => key in json
  if (!TEXTS.some(has) || !MARKS.some(has)) return undefined
  return readEach('keep', [json], path, keepNote)
}

function keepNote(note: JsonObject): FoundNote {
  const items = objectsIn(note, 'listContent').map((item) =>
    checklistItem(textIn(item, 'text'), item.isChecked === true),
  )
  return foundNote({
    title: textIn(note, 'title'),
    content: [textIn(note, 'textContent'), items.join('\n')].filter(Boolean).join('\n\n'),
    labels: objectsIn(note, 'labels').map((label) => textIn(label, 'name')),
    details: [
      ...objectsIn(note, 'annotations').map((link) => linkLine(textIn(link, 'url'), textIn(link, 'title'))),
      ...objectsIn(note, 'attachments').map((file) => attachmentLine(textIn(file, 'filePath'))),
    ],
    createdAt: Number(note.createdTimestampUsec) / 1000,
    editedAt: Number(note.userEditedTimestampUsec) / 1000,
    isArchived: note.isArchived === true,
    isTrashed: note.isTrashed === true,
  })
}
