import { Parser } from 'htmlparser2'
import { attachmentLine, linkLine } from '../details.ts'
import { ReadError } from '../reason.ts'
import { htmlToText } from '../text/html-to-text.ts'
import { checklistItem } from '../text/plain-marks.ts'
import type { Words } from '../words.ts'
import { type FoundNote, foundNote } from './found-note.ts'

type Fields = Record<string, string | undefined>
type EnexFields = { note: Fields; tags: string[]; resources: Fields[]; tasks: Fields[] }

/** Ways in which `]]>` is written inside CDATA; the second is not valid XML. */
const CDATA_END = /\]\]\]\]><!\[CDATA\[>|\]\]>?<!\[CDATA\[>\]\]>/g

const DATE = /^(\d{4})(\d\d)(\d\d)T(\d{1,2})(\d\d)(\d\d)(?: ?([AP])M)?Z$/

export function enexNote(xml: string, words: Words): FoundNote {
  const { note, tags, resources, tasks } = fieldsIn(xml.replace(CDATA_END, ']]&gt;'))
  if (note.title === undefined && note.content === undefined) throw new ReadError('note-damaged')
  tasks.sort((one, other) => ((one.sortWeight ?? '') < (other.sortWeight ?? '') ? -1 : 1))
  const taskLines = tasks.map(({ title = '', taskStatus }) =>
    checklistItem(title.trim(), taskStatus === 'completed'),
  )
  const text = htmlToText(note.content ?? '', words, mediaNames(resources))
  return foundNote(words, {
    title: note.title ?? '',
    content: [text, taskLines.join('\n')].filter(Boolean).join('\n\n'),
    labels: tags,
    details: [
      linkLine(words, note['source-url'] ?? ''),
      ...resources.map((resource) => attachmentLine(words, nameOf(resource))),
    ],
    createdAt: timeOf(note.created),
    editedAt: timeOf(note.updated),
  })
}

function fieldsIn(xml: string): EnexFields {
  const found: EnexFields = { note: {}, tags: [], resources: [], tasks: [] }
  let fields = found.note
  let text = ''
  const parser = new Parser(
    {
      onopentag(name) {
        text = ''
        if (name === 'resource' || name === 'task') fields = {}
      },
      ontext(data) {
        text += data
      },
      onclosetag(name, isImplied) {
        if (name === 'content' && isImplied && text !== '') throw new ReadError('note-damaged')
        if (name === 'tag') found.tags.push(text)
        else if (name === 'resource') found.resources.push(fields)
        else if (name === 'task') found.tasks.push(fields)
        else fields[name] = text
        if (name === 'resource' || name === 'task') fields = found.note
        text = ''
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return found
}

function mediaNames(resources: Fields[]): (attributes: Fields) => string {
  const left = new Set(resources)
  return ({ hash = '', type = '' }) => {
    const hasHash = (fields: Fields) =>
      hash !== '' && `${fields.recognition} ${fields['source-url']}`.includes(hash)
    const resource = resources.find(hasHash) ?? [...left].find(({ mime }) => mime === type)
    if (!resource) return type
    left.delete(resource)
    return nameOf(resource)
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
