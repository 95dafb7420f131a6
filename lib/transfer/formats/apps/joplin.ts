import * as messages from '@/lib/domain/messages/transfer-formats'
import { attachmentLine, labelsLine, linkLine } from '../details'
import { htmlToText } from '../text/html-to-text'
import { type FoundNote, type FoundNotes, foundNote } from './found-note'

export type JoplinItem = {
  type: JoplinType
  title: string
  body: string
  fields: Map<string, string>
}

type JoplinType = (typeof TYPES)[keyof typeof TYPES] | 'other'

export type JoplinFile = { path: string; item: JoplinItem }

type Names = { notebook: string; labels: string[]; attachments: string[] }

const TYPES = { 1: 'note', 2: 'notebook', 4: 'resource', 5: 'tag', 6: 'noteTag' } as const

const FIELD = /^([a-z0-9_]+):(?: (.*))?$/

const MAX_NOTEBOOK_DEPTH = 20

export function readJoplinItem(text: string): JoplinItem | undefined {
  const end = text.trimEnd()
  const fieldsAt = end.lastIndexOf('\n\n') + 1
  const fields = new Map<string, string>()
  for (const line of end.slice(fieldsAt).trimStart().split('\n')) {
    const [, key, value = ''] = FIELD.exec(line) ?? []
    if (!key) return undefined
    fields.set(key, value)
  }
  const type = Number(fields.get('type_'))
  if (Number.isNaN(type)) return undefined
  const [title = '', , ...body] = text.slice(0, fieldsAt).split('\n')
  return {
    type: TYPES[type as keyof typeof TYPES] ?? 'other',
    title,
    body: body.join('\n').trimEnd(),
    fields,
  }
}

export function joplinNotes(files: JoplinFile[]): FoundNotes {
  const found: FoundNotes = { format: 'joplin', notes: [], problems: [] }
  const items = new Map(files.map(({ item }) => [joplinField(item, 'id'), item]))
  const labels = labelsByNote(files, items)
  for (const { path, item } of files) {
    if (item.type !== 'note') continue
    if (joplinField(item, 'encryption_applied') === '1') {
      found.problems.push({ path, reason: messages.encryptedJoplin })
      continue
    }
    const notebook = notebookOf(item, items)
    const attachments = [...item.body.matchAll(/:\/([0-9a-f]{32})/g)].flatMap(([, id = '']) =>
      resourceName(items.get(id)),
    )
    found.notes.push(
      joplinNote(item, { notebook, labels: labels.get(joplinField(item, 'id')) ?? [], attachments }),
    )
  }
  return found
}

function joplinNote(item: JoplinItem, { notebook, labels, attachments }: Names): FoundNote {
  const isDone = isSet(item, 'todo_completed')
  const todo = `${messages.todo}: ${isDone ? messages.todoDone : messages.todoOpen}`
  return foundNote({
    title: item.title,
    content: joplinField(item, 'markup_language') === '2' ? htmlToText(item.body) : item.body,
    details: [
      ...(notebook ? [`${messages.notebook}: ${notebook}`] : []),
      ...labelsLine(labels),
      ...(isSet(item, 'is_todo') ? [todo] : []),
      ...linkLine(joplinField(item, 'source_url')),
      ...attachments.map(attachmentLine),
    ],
    createdAt: Date.parse(joplinField(item, 'user_created_time') || joplinField(item, 'created_time')),
    editedAt: Date.parse(joplinField(item, 'user_updated_time') || joplinField(item, 'updated_time')),
    state: isSet(item, 'deleted_time') ? 'trashed' : 'active',
  })
}

function labelsByNote(files: JoplinFile[], items: Map<string, JoplinItem>): Map<string, string[]> {
  const labels = new Map<string, string[]>()
  for (const { item } of files) {
    const label = items.get(joplinField(item, 'tag_id'))?.title
    if (item.type !== 'noteTag' || !label) continue
    const note = joplinField(item, 'note_id')
    labels.set(note, [...(labels.get(note) ?? []), label])
  }
  return labels
}

function notebookOf(item: JoplinItem, items: Map<string, JoplinItem>): string {
  const names: string[] = []
  let parent = items.get(joplinField(item, 'parent_id'))
  while (parent?.title && names.length < MAX_NOTEBOOK_DEPTH) {
    names.unshift(parent.title)
    parent = items.get(joplinField(parent, 'parent_id'))
  }
  return names.join(' / ')
}

function resourceName(item: JoplinItem | undefined): string[] {
  if (item?.type !== 'resource') return []
  return [item.title || `${joplinField(item, 'id')}.${joplinField(item, 'file_extension')}`]
}

function isSet(item: JoplinItem, key: string): boolean {
  return !['', '0'].includes(joplinField(item, key))
}

export function joplinField({ fields }: JoplinItem, key: string): string {
  return fields.get(key) ?? ''
}
