import { attachmentLine, linkLine, reminderLine } from '../details.ts'
import { ReadError } from '../reason.ts'
import { countVisible, htmlToText } from '../text/html-to-text.ts'
import { checklistItem } from '../text/plain-marks.ts'
import { ShallowParser } from '../text/shallow-parser.ts'
import type { Words } from '../words.ts'
import { dayOf, type FoundNote, foundNote } from './found-note.ts'

type Fields = Record<string, string | undefined>
type EnexFields = { note: Fields; tags: string[]; resources: Fields[]; tasks: Fields[] }

/** Name of a field that the reader adds to a resource: MD5 of its data, in hex. */
export const DATA_HASH = 'data-hash'

const CONTENT = /<content(\s[^<>]*)?>/
const CONTENT_END = '</content>'
/** Content of another note, whose beginning is lost. */
const CONTENT_INSIDE = /<content>\s*<!\[CDATA\[<\?xml/

/** What is in a content, and stands for it where its own element is damaged. */
const BODY = /<en-note[\s>]/
const BODY_END = '</en-note>'

/** Part of a content beside the one that was read. */
const LEFT = /<\/content>|<\/?(br|div|en-note|li|p|td)[\s/>]/

const DATA_START = '<![CDATA['

const HASH = /[0-9a-f]{32}/gi

const TASK_GROUP = /--en-task-group:\s*true/
const ID = /--en-id:\s*([^;\s]+)/

/** Ways in which `]]>` is written inside CDATA; the second is not valid XML. */
const CDATA_END = /\]\]\]\]><!\[CDATA\[>|\]\]>?<!\[CDATA\[>\]\]>/g

const DATE = /^(\d{4})(\d\d)(\d\d)T(\d{1,2})(\d\d)(\d\d)(?: ?([AP])M)?Z$/

export function enexNote(xml: string, words: Words): FoundNote {
  const { content, rest } = withoutContent(xml)
  const { note, tags, resources, tasks } = fieldsIn(rest)
  if (note.title === undefined && content === undefined) throw new ReadError('note-damaged')
  const groups = linesByGroup(tasks)
  const body = htmlToText(content ?? '', words, {
    nameOfMedia: mediaNames(resources, words),
    replacement: ({ style = '' }) => {
      const group = TASK_GROUP.test(style) ? (ID.exec(style)?.[1] ?? '') : undefined
      if (group === undefined) return undefined
      const lines = groups.get(group) ?? []
      groups.delete(group)
      return lines
    },
  })
  const reminder = timeOf(note['reminder-time'])
  const fields = {
    title: note.title ?? '',
    content: [body, [...groups.values()].flat().join('\n')].filter(Boolean).join('\n\n'),
    labels: tags,
    details: [
      linkLine(words, note['source-url'] ?? ''),
      reminderLine(words, dayOf(reminder)),
      ...tasks.map(({ title, dueDate }) => reminderLine(words, dayOf(timeOf(dueDate)), title?.trim())),
      ...resources.map((resource) => attachmentLine(words, nameOf(resource))),
    ],
    createdAt: timeOf(note.created),
    editedAt: timeOf(note.updated),
  }
  const visible = countVisible(content ?? '', ({ style = '' }) => TASK_GROUP.test(style))
  const found = foundNote(words, fields, visible)
  const left = content === undefined ? rest : rest.replace(CONTENT_END, '')
  const isWhole = note.title !== undefined && !LEFT.test(left) && !CONTENT_INSIDE.test(content ?? '')
  return isWhole ? found : { ...found, mayLackText: true }
}

/** Cuts the content out: programs write CDATA inside of it, its end in the text, or the markup without any CDATA. */
function withoutContent(xml: string): { content: string | undefined; rest: string } {
  const [start = ''] = CONTENT.exec(xml) ?? []
  if (start === '') {
    const [from, to] = [xml.search(BODY), xml.lastIndexOf(BODY_END)]
    if (from < 0 || to < from) return { content: undefined, rest: xml }
    return { content: xml.slice(from, to), rest: xml.slice(0, from) + xml.slice(to + BODY_END.length) }
  }
  if (start.endsWith('/>')) return { content: undefined, rest: xml }
  const from = xml.indexOf(start) + start.length
  const to = xml.lastIndexOf(CONTENT_END)
  if (to < from) throw new ReadError('note-damaged')
  const written = xml.slice(from, to).trim()
  const isData = written.startsWith(DATA_START)
  const content = isData ? written.slice(DATA_START.length).replace(/\]\]>$/, '') : written
  return {
    content: (isData || content.startsWith('<') ? content : unescaped(content)).replace(CDATA_END, ']]>'),
    rest: xml.slice(0, from) + xml.slice(to),
  }
}

function unescaped(xml: string): string {
  let text = ''
  const parser = new ShallowParser(
    {
      ontext(data) {
        text += data
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return text
}

function linesByGroup(tasks: Fields[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  tasks.sort((one, other) => ((one.sortWeight ?? '') < (other.sortWeight ?? '') ? -1 : 1))
  for (const { title = '', taskStatus, taskGroupNoteLevelID = '' } of tasks) {
    const lines = groups.get(taskGroupNoteLevelID) ?? []
    groups.set(taskGroupNoteLevelID, lines)
    lines.push(checklistItem(title.trim(), taskStatus === 'completed'))
  }
  return groups
}

function fieldsIn(xml: string): EnexFields {
  const found: EnexFields = { note: {}, tags: [], resources: [], tasks: [] }
  let fields = found.note
  let text = ''
  const parser = new ShallowParser(
    {
      onopentag(name) {
        text = ''
        if (name === 'resource' || name === 'task') fields = {}
      },
      ontext(data) {
        text += data
      },
      onclosetag(name) {
        if (name === 'tag') found.tags.push(text)
        else if (name === 'resource') found.resources.push(fields)
        else if (name === 'task') found.tasks.push(fields)
        else fields[name] ||= text
        if (name === 'resource' || name === 'task') fields = found.note
        text = ''
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return found
}

/** Names attachments by the hash of their data, which the text has too; without data by what else has the hash. */
function mediaNames(resources: Fields[], words: Words): (attributes: Fields) => string {
  const byHash = new Map<string, Fields>()
  for (const resource of resources) {
    const { recognition = '', 'source-url': url = '', [DATA_HASH]: ofData = '' } = resource
    const others = [recognition, ...(url.match(HASH) ?? [])]
    for (const hash of [...others, ofData].filter(Boolean)) byHash.set(hash.toLowerCase(), resource)
  }
  const byType = new Map<string, Fields[]>()
  for (const resource of resources) {
    const { mime = '' } = resource
    byType.set(mime, [...(byType.get(mime) ?? []), resource].slice(0, 2))
  }
  return ({ hash = '', type = '', alt = '' }) => {
    const ofType = byType.get(type) ?? []
    const resource = byHash.get(hash.toLowerCase()) ?? (ofType.length === 1 ? ofType[0] : undefined)
    return (resource && nameOf(resource)) || alt || type || words.image
  }
}

function nameOf(resource: Fields): string {
  return resource['file-name'] || resource.mime || ''
}

/** Some versions write `20180306T91108 AMZ`. */
function timeOf(date = ''): number {
  const [, year, month, day, hour, minute, second, half] = DATE.exec(date.trim()) ?? []
  const hours = half ? (Number(hour) % 12) + (half === 'P' ? 12 : 0) : Number(hour)
  return Date.UTC(Number(year), Number(month) - 1, Number(day), hours, Number(minute), Number(second))
}
