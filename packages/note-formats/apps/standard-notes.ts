import { attachmentLine } from '../details.ts'
import { countVisible, htmlToText, MAX_NESTING, rowText } from '../text/html-to-text.ts'
import { addressAfter, attachmentMark, checklistItem } from '../text/plain-marks.ts'
import type { Words } from '../words.ts'
import {
  type FoundNote,
  type FoundNotes,
  foundNote,
  MAX_NAME_LENGTH,
  pathOfNames,
  readEach,
  stateOf,
} from './found-note.ts'
import { asObject, isObject, type JsonObject, objectsIn, parsedJson, textIn } from './json-fields.ts'

const LINKS = ['link', 'autolink']
const MAX_TAG_DEPTH = 20
const PLUGIN_TYPES = ['spreadsheet', 'authentication']

/** Until 2022 the editor of a note names it, by the end of its identifier. */
const EDITORS: [RegExp, string][] = [
  [/(bold|plus)-editor$/, 'rich-text'],
  [/standard-sheets$/, 'spreadsheet'],
  [/token-vault$/, 'authentication'],
]

/** By a note's id: the type of its editor, labels and names of files. `names`: titles and file names by id. */
type Related = {
  types: Map<string, string[]>
  labels: Map<string, string[]>
  files: Map<string, string[]>
  names: Map<string, string>
}

export function standardNotes(json: unknown, path: string, words: Words): FoundNotes | undefined {
  if (!isObject(json) || !Array.isArray(json.items)) return undefined
  const items = json.items.filter(isObject)
  if (!items.some((item) => 'content_type' in item)) return undefined
  const names = new Map(items.map(({ uuid, content }) => [String(uuid), nameIn(content)]))
  const parents = parentsOfTags(items)
  const related: Related = {
    types: typesByNote(items),
    labels: namesByNote(items, 'Tag', ({ uuid }) => tagPath(String(uuid), names, parents)),
    files: namesByNote(items, 'SN|File', ({ content }) => nameIn(content)),
    names,
  }
  const isEncrypted = (item: JsonObject) => typeof item.content === 'string'
  const notes = items.filter(
    (item) => item.content_type === 'Note' && item.deleted !== true && !isEncrypted(item),
  )
  const found = readEach('standardNotes', notes, path, (item) => standardNote(item, words, related))
  if (items.some(isEncrypted)) found.problems.push({ path, reason: 'encrypted-standard-notes' })
  return found
}

function standardNote(item: JsonObject, words: Words, related: Related): FoundNote {
  const { types, labels, files, names } = related
  const id = textIn(item, 'uuid')
  const content = asObject(item.content)
  const appData = fieldsIn(fieldsIn(content, 'appData'), 'org.standardnotes.sn')
  const [type = ''] = [textIn(content, 'noteType'), ...(types.get(id) ?? [])].filter(Boolean)
  const text = textIn(content, 'text')
  const fields = {
    title: textIn(content, 'title'),
    content: plainText(text, type, { words, names, depth: 0 }),
    labels: labels.get(id) ?? [],
    details: [
      ...(files.get(id) ?? []).map((name) => attachmentLine(words, name)),
      PLUGIN_TYPES.includes(type) ? `${words.textKeptAs}: ${type}` : '',
    ],
    createdAt: Date.parse(String(item.created_at)),
    editedAt: Date.parse(String(appData.client_updated_at ?? item.updated_at)),
    state: stateOf(content.trashed === true, appData.archived === true),
  }
  return foundNote(words, fields, type === 'rich-text' ? countVisible(text) : undefined)
}

/** `depth`: number of lists around a block. */
type Context = { words: Words; names: Map<string, string>; depth: number }

function plainText(text: string, type: string, context: Context): string {
  if (type === 'super') return lexicalToText(text, context) ?? text
  if (type === 'task') return checklistToText(text) ?? text
  return type === 'rich-text' ? htmlToText(text, context.words) : text
}

function typesByNote(items: JsonObject[]): Map<string, string[]> {
  const types = new Map<string, string[]>()
  for (const { content_type, content } of items) {
    if (content_type !== 'SN|Component' || !isObject(content)) continue
    const identifier = String(fieldsIn(content, 'package_info').identifier)
    const [, type] = EDITORS.find(([editor]) => editor.test(identifier)) ?? []
    if (type && Array.isArray(content.associatedItemIds))
      for (const id of content.associatedItemIds) types.set(String(id), [type])
  }
  return types
}

function nameIn(content: unknown): string {
  return isObject(content) ? String(content.title || content.name || '').slice(0, MAX_NAME_LENGTH) : ''
}

/** Reads the groups of an 'Advanced Checklist'. Undefined for the Markdown of a 'Simple Task Editor'. */
function checklistToText(json: string): string | undefined {
  const list = parsedJson(json)
  if (!isObject(list) || !Array.isArray(list.groups)) return undefined
  const groups = objectsIn(list, 'groups').map((group) => [
    textIn(group, 'name'),
    ...objectsIn(group, 'tasks').map((task) =>
      checklistItem(textIn(task, 'description'), task.completed === true),
    ),
  ])
  return groups.map((lines) => lines.filter(Boolean).join('\n')).join('\n\n')
}

function namesByNote(
  items: JsonObject[],
  type: string,
  nameOf: (item: JsonObject) => string,
): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const item of items) {
    if (item.content_type !== type) continue
    const name = nameOf(item)
    for (const { uuid } of referencesOf(item)) {
      const ofNote = names.get(String(uuid)) ?? []
      names.set(String(uuid), ofNote)
      ofNote.push(name)
    }
  }
  return names
}

function parentsOfTags(items: JsonObject[]): Map<string, string> {
  const parents = new Map<string, string>()
  for (const item of items) {
    const parent = referencesOf(item).find(({ reference_type }) => reference_type === 'TagToParentTag')
    if (parent) parents.set(String(item.uuid), String(parent.uuid))
  }
  return parents
}

function tagPath(id: string, names: Map<string, string>, parents: Map<string, string>): string {
  const tags = new Set<string>()
  for (
    let tag: string | undefined = id;
    tag !== undefined && !tags.has(tag) && tags.size < MAX_TAG_DEPTH;
    tag = parents.get(tag)
  )
    tags.add(tag)
  return pathOfNames([...tags].reverse().map((tag) => names.get(tag) ?? ''))
}

function referencesOf({ content }: JsonObject): JsonObject[] {
  return isObject(content) && Array.isArray(content.references) ? content.references.filter(isObject) : []
}

function fieldsIn(object: JsonObject, key: string): JsonObject {
  const value = object[key]
  return isObject(value) ? value : {}
}

/** Undefined for a text that was written before the note became a Lexical document. */
function lexicalToText(json: string, context: Context): string | undefined {
  const document = parsedJson(json)
  return isObject(document) && isObject(document.root)
    ? linesOf(document.root, context).join('\n')
    : undefined
}

function linesOf(node: JsonObject, context: Context): string[] {
  if (node.type === 'horizontalrule') return ['---']
  if (node.type === 'list') return listLines(node, context)
  const children = childrenOf(node)
  if (node.type === 'tablerow') return [rowText(children.map((cell) => linesOf(cell, context).join('\n')))]
  if (!Array.isArray(node.children)) return [inlineText(node, context)]
  const lines: string[] = []
  let isOpen = false
  for (const child of children) {
    const isPart = isInline(child)
    if (!isPart) lines.push(...linesOf(child, context))
    else if (isOpen) lines.push(lines.pop() + inlineText(child, context))
    else lines.push(inlineText(child, context))
    isOpen = isPart
  }
  return children.length === 0 ? [''] : lines
}

function listLines(list: JsonObject, { depth, ...rest }: Context): string[] {
  const context = { ...rest, depth: depth + 1 }
  if (depth >= MAX_NESTING) return childrenOf(list).flatMap((item) => linesOf(item, context))
  let next = numberOr(1, list.start)
  return childrenOf(list).map((item) => {
    const text = linesOf(item, context).join('\n')
    if (childrenOf(item).some((child) => child.type === 'list')) return `  ${text.replaceAll('\n', '\n  ')}`
    if (list.listType === 'check') return checklistItem(text, item.checked === true)
    if (list.listType !== 'number') return `- ${text}`
    const number = numberOr(next, item.value)
    next = number + 1
    return `${number}. ${text}`
  })
}

function numberOr(usual: number, value: unknown): number {
  return typeof value === 'number' ? value : usual
}

/** Blocks of their own that have no children. */
const LEAVES = ['horizontalrule', 'snfile', 'inline-file', 'unencrypted-image', 'youtube', 'tweet']

function isInline({ type, children }: JsonObject): boolean {
  return LINKS.includes(String(type)) || (!Array.isArray(children) && !LEAVES.includes(String(type)))
}

function inlineText(node: JsonObject, context: Context): string {
  const { words, names } = context
  if (node.type === 'linebreak') return '\n'
  if (node.type === 'snfile') return attachmentMark(words, names.get(textIn(node, 'fileUuid')))
  if (node.type === 'inline-file') return attachmentMark(words, textIn(node, 'fileName'))
  if (node.type === 'snbubble') return names.get(textIn(node, 'itemUuid')) ?? ''
  if (node.type === 'unencrypted-image') {
    const [alt, src] = [textIn(node, 'alt'), textIn(node, 'src')]
    return /^data:|^$/.test(src) ? attachmentMark(words, alt || words.image) : alt + addressAfter(alt, src)
  }
  if (node.type === 'youtube') return `https://www.youtube.com/watch?v=${textIn(node, 'videoID')}`
  if (node.type === 'tweet') return `https://x.com/i/status/${textIn(node, 'id')}`
  const text = childrenOf(node)
    .map((child) => inlineText(child, context))
    .join('')
  return LINKS.includes(String(node.type))
    ? text + addressAfter(text, String(node.url))
    : String(node.text ?? text)
}

function childrenOf(node: JsonObject): JsonObject[] {
  return Array.isArray(node.children) ? node.children.filter(isObject) : []
}
