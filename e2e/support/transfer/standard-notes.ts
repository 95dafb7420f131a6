import type { FileFixture } from './entries'

const FILE = 'Standard Notes Backup and Import File.txt'

type NoteFields = { title?: unknown; text?: unknown; noteType?: string; trashed?: boolean; appData?: object }

export function standardItem(uuid: string, content_type: string, content: unknown) {
  return {
    uuid,
    content_type,
    content,
    created_at: '2023-07-28T10:00:00.000Z',
    updated_at: '2023-08-01T10:00:00.000Z',
    duplicate_of: null,
  }
}

export function standardNote(uuid: string, { appData = {}, ...fields }: NoteFields) {
  return standardItem(uuid, 'Note', {
    title: '',
    text: '',
    references: [],
    appData: { 'org.standardnotes.sn': appData },
    ...fields,
  })
}

/** Item that refers to notes, as a tag or a file does. */
export function standardReference(content_type: string, fields: object, uuids: string[]) {
  const references = uuids.map((uuid) => ({ content_type: 'Note', uuid }))
  return standardItem(crypto.randomUUID(), content_type, { ...fields, references })
}

export function standardBackup(items: unknown[], folder = ''): FileFixture {
  return { path: `${folder}${FILE}`, content: JSON.stringify({ version: '004', items }, null, 2) }
}
