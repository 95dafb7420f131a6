import { encryptedBackup, textKeptAs } from '@/lib/domain/messages/transfer-formats'
import { attachmentLine, labelsLine } from '../details'
import { htmlToText } from '../text/html-to-text'
import { type FoundNote, type FoundNotes, foundNote, readEach } from './found-note'
import { asObject, isObject, type JsonObject, textIn } from './json-fields'
import { lexicalToText } from './lexical-to-text'

const PLUGIN_TYPES = ['spreadsheet', 'authentication']

export function standardNotes(json: unknown, path: string): FoundNotes | undefined {
  if (!isObject(json) || !Array.isArray(json.items)) return undefined
  const items = json.items.filter(isObject)
  if (!items.some((item) => 'content_type' in item)) return undefined
  const labels = namesByNote(items, 'Tag', 'title')
  const files = namesByNote(items, 'SN|File', 'name')
  const isEncrypted = (item: JsonObject) => typeof item.content === 'string'
  const notes = items.filter(
    (item) => item.content_type === 'Note' && item.deleted !== true && !isEncrypted(item),
  )
  const found = readEach(notes, path, (item) => {
    const id = textIn(item, 'uuid')
    return standardNote(item, [
      labelsLine(labels.get(id) ?? []),
      ...(files.get(id) ?? []).map(attachmentLine),
    ])
  })
  if (items.some(isEncrypted)) found.problems.push({ path, reason: encryptedBackup })
  return { format: 'standardNotes', ...found }
}

function standardNote(item: JsonObject, details: string[]): FoundNote {
  const content = asObject(item.content)
  const appData = fieldsIn(fieldsIn(content, 'appData'), 'org.standardnotes.sn')
  const type = textIn(content, 'noteType')
  return foundNote({
    title: textIn(content, 'title'),
    content: plainText(textIn(content, 'text'), type),
    details: [...details, PLUGIN_TYPES.includes(type) ? `${textKeptAs}: ${type}` : ''],
    createdAt: Date.parse(String(item.created_at)),
    editedAt: Date.parse(String(appData.client_updated_at ?? item.updated_at)),
    isArchived: appData.archived === true,
    isTrashed: content.trashed === true,
  })
}

function plainText(text: string, type: string): string {
  if (type === 'super') return lexicalToText(text) ?? text
  return type === 'rich-text' ? htmlToText(text) : text
}

function namesByNote(items: JsonObject[], type: string, key: string): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const { content_type, content } of items) {
    if (content_type !== type || !isObject(content) || !Array.isArray(content.references)) continue
    for (const { uuid } of content.references.filter(isObject)) {
      names.set(String(uuid), [...(names.get(String(uuid)) ?? []), String(content[key])])
    }
  }
  return names
}

function fieldsIn(object: JsonObject, key: string): JsonObject {
  const value = object[key]
  return isObject(value) ? value : {}
}
