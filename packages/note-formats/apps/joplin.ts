import { attachmentLine, linkLine, reminderLine } from '../details.ts'
import { countVisible, htmlToText } from '../text/html-to-text.ts'
import type { Words } from '../words.ts'
import {
  dayOf,
  type FoundNote,
  type FoundNotes,
  foundNote,
  pathOfNames,
  readEach,
  stateOf,
} from './found-note.ts'

export type JoplinItem = {
  type: (typeof TYPES)[keyof typeof TYPES] | 'other'
  title: string
  body: string
  fields: Record<string, string | undefined>
}

export type JoplinFile = { path: string; item: JoplinItem }

type Items = Map<string | undefined, JoplinItem>

const TYPES = { 1: 'note', 2: 'notebook', 4: 'resource', 5: 'tag', 6: 'noteTag' } as const

const FIELD = /^([a-z0-9_]+):(?: (.*))?$/

const MAX_NOTEBOOK_DEPTH = 20

export function readJoplinItem(text: string): JoplinItem | undefined {
  const end = text.trimEnd()
  const fieldsAt = end.lastIndexOf('\n\n') + 1
  const fields: JoplinItem['fields'] = {}
  for (const line of end.slice(fieldsAt).trimStart().split('\n')) {
    const [, key, value = ''] = FIELD.exec(line) ?? []
    if (!key) return undefined
    fields[key] = value
  }
  const type = Number(fields.type_)
  if (Number.isNaN(type)) return undefined
  const [title = '', ...body] = text.slice(0, fieldsAt).split('\n')
  if (body[0] === '') body.shift()
  return {
    type: TYPES[type as keyof typeof TYPES] ?? 'other',
    title,
    body: body.join('\n').trimEnd(),
    fields,
  }
}

export function joplinNotes(files: JoplinFile[], words: Words): FoundNotes {
  const found: FoundNotes = { format: 'joplin', notes: [], problems: [] }
  const items: Items = new Map(files.map(({ path, item }) => [item.fields.id || path, item]))
  const labels = labelsByNote(items)
  for (const { path, item } of files) {
    if (item.type !== 'note') continue
    if (item.fields.encryption_applied === '1') found.problems.push({ path, reason: 'encrypted-joplin' })
    else {
      const read = () => joplinNote(item, words, items, labels.get(item.fields.id) ?? [])
      const { notes, problems } = readEach('joplin', [item], path, read)
      found.notes.push(...notes)
      found.problems.push(...problems)
    }
  }
  return found
}

function joplinNote(
  { title, body, fields }: JoplinItem,
  words: Words,
  items: Items,
  labels: string[],
): FoundNote {
  const todo = isSet(fields.todo_completed) ? words.todoDone : words.todoOpen
  const isHtml = fields.markup_language === '2'
  const links = body.matchAll(/:\/([0-9a-f]{32})/g)
  const found = {
    title,
    content: isHtml ? htmlToText(body, words) : body,
    notebook: notebookOf(fields.parent_id, items),
    labels,
    details: [
      isSet(fields.is_todo) ? `${words.todo}: ${todo}` : '',
      isSet(fields.is_todo) ? reminderLine(words, dayOf(Number(fields.todo_due))) : '',
      linkLine(words, fields.source_url ?? ''),
      ...Array.from(links, ([, id]) => resourceLine(words, items.get(id))),
    ],
    createdAt: Date.parse(fields.user_created_time || fields.created_time || ''),
    editedAt: Date.parse(fields.user_updated_time || fields.updated_time || ''),
    state: stateOf(isSet(fields.deleted_time)),
  }
  return foundNote(words, found, isHtml ? countVisible(body) : undefined)
}

function labelsByNote(items: Items): Map<string | undefined, string[]> {
  const labels = new Map<string | undefined, string[]>()
  for (const { type, fields } of items.values()) {
    const label = items.get(fields.tag_id)?.title
    if (type !== 'noteTag' || !label) continue
    const ofNote = labels.get(fields.note_id) ?? []
    labels.set(fields.note_id, ofNote)
    ofNote.push(pathOfNames([label]))
  }
  return labels
}

function notebookOf(id: string | undefined, items: Items): string {
  const notebooks = new Set<JoplinItem>()
  for (
    let parent = items.get(id);
    parent?.title && !notebooks.has(parent) && notebooks.size < MAX_NOTEBOOK_DEPTH;
    parent = items.get(parent.fields.parent_id)
  )
    notebooks.add(parent)
  return pathOfNames([...notebooks].reverse().map(({ title }) => title))
}

function resourceLine(words: Words, item: JoplinItem | undefined): string {
  if (item?.type !== 'resource') return ''
  const { id, file_extension: extension } = item.fields
  return attachmentLine(words, item.title || [id, extension].filter(Boolean).join('.'))
}

function isSet(value = ''): boolean {
  return !['', '0'].includes(value)
}
