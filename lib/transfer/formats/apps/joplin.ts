import * as messages from '@/lib/domain/messages/transfer-formats'
import { attachmentLine, labelsLine, linkLine } from '../details'
import { htmlToText } from '../text/html-to-text'
import { type FoundNote, type FoundNotes, foundNote } from './found-note'
import { joplinField as field, type JoplinItem } from './joplin-item'

export type JoplinFile = { path: string; item: JoplinItem }

type Names = { notebook: string; labels: string[]; attachments: string[] }

const MAX_NOTEBOOK_DEPTH = 20

export function joplinNotes(files: JoplinFile[]): FoundNotes {
  const found: FoundNotes = { format: 'joplin', notes: [], problems: [] }
  const items = new Map(files.map(({ item }) => [field(item, 'id'), item]))
  const labels = labelsByNote(files, items)
  for (const { path, item } of files) {
    if (item.type !== 'note') continue
    if (field(item, 'encryption_applied') === '1') {
      found.problems.push({ path, reason: messages.encryptedJoplin })
      continue
    }
    const notebook = notebookOf(item, items)
    const attachments = [...item.body.matchAll(/:\/([0-9a-f]{32})/g)].flatMap(([, id = '']) =>
      resourceName(items.get(id)),
    )
    found.notes.push(joplinNote(item, { notebook, labels: labels.get(field(item, 'id')) ?? [], attachments }))
  }
  return found
}

function joplinNote(item: JoplinItem, { notebook, labels, attachments }: Names): FoundNote {
  const isDone = isSet(item, 'todo_completed')
  const todo = `${messages.todo}: ${isDone ? messages.todoDone : messages.todoOpen}`
  return foundNote({
    title: item.title,
    content: field(item, 'markup_language') === '2' ? htmlToText(item.body) : item.body,
    details: [
      ...(notebook ? [`${messages.notebook}: ${notebook}`] : []),
      ...labelsLine(labels),
      ...(isSet(item, 'is_todo') ? [todo] : []),
      ...linkLine(field(item, 'source_url')),
      ...attachments.map(attachmentLine),
    ],
    createdAt: Date.parse(field(item, 'user_created_time') || field(item, 'created_time')),
    editedAt: Date.parse(field(item, 'user_updated_time') || field(item, 'updated_time')),
    state: isSet(item, 'deleted_time') ? 'trashed' : 'active',
  })
}

function labelsByNote(files: JoplinFile[], items: Map<string, JoplinItem>): Map<string, string[]> {
  const labels = new Map<string, string[]>()
  for (const { item } of files) {
    const label = items.get(field(item, 'tag_id'))?.title
    if (item.type !== 'noteTag' || !label) continue
    const note = field(item, 'note_id')
    labels.set(note, [...(labels.get(note) ?? []), label])
  }
  return labels
}

function notebookOf(item: JoplinItem, items: Map<string, JoplinItem>): string {
  const names: string[] = []
  let parent = items.get(field(item, 'parent_id'))
  while (parent?.title && names.length < MAX_NOTEBOOK_DEPTH) {
    names.unshift(parent.title)
    parent = items.get(field(parent, 'parent_id'))
  }
  return names.join(' / ')
}

function resourceName(item: JoplinItem | undefined): string[] {
  if (item?.type !== 'resource') return []
  return [item.title || `${field(item, 'id')}.${field(item, 'file_extension')}`]
}

function isSet(item: JoplinItem, key: string): boolean {
  return !['', '0'].includes(field(item, key))
}
