import { randomBytes } from 'node:crypto'
import type { NoteText } from '@/lib/domain/note'
import { takeoutFile, type ZipFixture, zipOf } from '../../e2e/support/transfer/archives'
import { keepFile, keepHtml } from '../../e2e/support/transfer/keep'

const FOLDER = 'Takeout/Google Notizen'
const EDITED = Date.UTC(2026, 0, 1)

const PHOTOS = 100
const PHOTO_BYTES = 2 ** 20

/** Google's export of notes, the last edited first: of each a JSON and an HTML file, and photos. */
export function takeoutOf(notes: NoteText[]): Uint8Array {
  const texts = notes.flatMap(({ title, content }, position) => {
    const path = `${FOLDER}/${position}`
    const json = keepFile(`${path}.json`, {
      title,
      textContent: content,
      userEditedTimestampUsec: (EDITED - position * 60_000) * 1000,
    })
    return [takeoutFile(json.path, json.content), takeoutFile(`${path}.html`, keepHtml({ title, content }))]
  })
  return zipOf([...texts, ...photos()])
}

function photos(): ZipFixture[] {
  return Array.from({ length: PHOTOS }, (_, position) => ({
    ...takeoutFile(`${FOLDER}/${position}.jpg`, randomBytes(PHOTO_BYTES)),
    method: 0,
  }))
}
