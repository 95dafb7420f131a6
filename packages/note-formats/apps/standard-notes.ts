import { attachmentLine } from '../details.ts'
import { htmlToText } from '../text/html-to-text.ts'
import { addressAfter, checklistItem } from '../text/plain-marks.ts'
import type { Words } from '../words.ts'
import { type FoundNote, type FoundNotes, foundNote, readEach } from './found-note.ts'
import { asObject, isObject, type JsonObject, textIn } from './json-fields.ts'

const LINKS = ['link', 'autolink']
const PLUGIN_TYPES = ['spreadsheet', 'authentication']

export function standardNotes(json: unknown, path: string, words: Words): FoundNotes | undefined {
  if (!isObject(json) || !Array.isArray(json.items)) return undefined
  const items = json.items.filter(isObject)
  if (!items.some((item) => 'content_type' in item)) return undefined
  const labels = namesByNote(items, 'Tag', 'title')
  const files = namesByNote(items, 'SN|File', 'name')
  const isEncrypted = (item: JsonObject) => typeof item.content === 'string'
  const notes = items.filter(
    (item) => item.content_type === 'Note' && item.deleted !== true && !isEncrypted(item),
  )
  const found = readEach('standardNotes', notes, path, (item) => {
    const id = textIn(item, 'uuid')
    return standardNote(item, words, labels.get(id) ?? [], files.get(id) ?? [])
  })
  if (items.some(isEncrypted)) found.problems.push({ path, reason: 'encrypted-standard-notes' })
  return found
}

function standardNote(item: JsonObject, words: Words, labels: string[], files: string[]): FoundNote {
  const content = asObject(item.content)
  const appData = fieldsIn(fieldsIn(content, 'appData'), 'org.standardnotes.sn')
  const type = textIn(content, 'noteType')
  return foundNote(words, {
    title: textIn(content, 'title'),
    content: plainText(textIn(content, 'text'), type, words),
    labels,
    details: [
      ...files.map((name) => attachmentLine(words, name)),
      PLUGIN_TYPES.includes(type) ? `${words.textKeptAs}: ${type}` : '',
    ],
    createdAt: Date.parse(String(item.created_at)),
    editedAt: Date.parse(String(appData.client_updated_at ?? item.updated_at)),
    isArchived: appData.archived === true,
    isTrashed: content.trashed === true,
  })
}

function plainText(text: string, type: string, words: Words): string {
  if (type === 'super') return lexicalToText(text, words) ?? text
  return type === 'rich-text' ? htmlToText(text, words) : text
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

function lexicalToText(json: string, words: Words): string | undefined {
  try {
    const { root } = JSON.parse(json)
    return isObject(root) ? linesOf(root, words).join('\n') : undefined
  } catch {
    return undefined // a text that was written before the note became a Lexical document
  }
}

function linesOf(node: JsonObject, words: Words): string[] {
  if (node.type === 'horizontalrule') return ['---']
  if (node.type === 'list')
    return childrenOf(node).flatMap((item, index) => itemLines(item, node, index, words))
  const children = childrenOf(node)
  if (children.every(isInline)) return [children.map((child) => inlineText(child, words)).join('')]
  return children.flatMap((child) => linesOf(child, words))
}

function itemLines(item: JsonObject, list: JsonObject, index: number, words: Words): string[] {
  const text = linesOf(item, words).join('\n')
  if (childrenOf(item).some((child) => child.type === 'list')) return [`  ${text.replaceAll('\n', '\n  ')}`]
  if (list.listType === 'check') return [checklistItem(text, item.checked === true)]
  return [`${list.listType === 'number' ? `${index + 1}.` : '-'} ${text}`]
}

function isInline(node: JsonObject): boolean {
  return (
    LINKS.includes(String(node.type)) || (!Array.isArray(node.children) && node.type !== 'horizontalrule')
  )
}

function inlineText(node: JsonObject, words: Words): string {
  if (node.type === 'linebreak') return '\n'
  if (node.type === 'snfile') return `[${words.attachment}]`
  const text = childrenOf(node)
    .map((child) => inlineText(child, words))
    .join('')
  return LINKS.includes(String(node.type))
    ? text + addressAfter(text, String(node.url))
    : String(node.text ?? text)
}

function childrenOf(node: JsonObject): JsonObject[] {
  return Array.isArray(node.children) ? node.children.filter(isObject) : []
}
