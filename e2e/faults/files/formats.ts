import { Parser } from 'htmlparser2'
import { isObject, parsedJson } from '@/packages/note-formats/apps/json-fields'
import type { Random } from '../../support/random'
import { gzipOf, paxFile, takeoutFile, tarOf, zipOf } from '../../support/transfer/archives'
import { enexNote, enexOf, enexResource, enexTask } from '../../support/transfer/enex'
import { joplinFile } from '../../support/transfer/joplin'
import { keepFile, keepHtml, keepHtmlItem } from '../../support/transfer/keep'
import { simplenoteFile } from '../../support/transfer/simplenote'
import { standardBackup, standardNote } from '../../support/transfer/standard-notes'

/** Words of the notes of a file, each of which occurs once. */
export type Words = [title: string, ...string[]][]

export type Format = {
  path: string
  make: (notes: Words, random: Random) => string | Uint8Array
  /** Pieces that damage puts in, and that long files repeat. */
  pieces: string[]
  /** Text that a reader of the damaged file would see; of an archive, the text that it had before. */
  shown?: (text: string, bytes: Uint8Array) => string
}

const MARKUP = [
  '<div>',
  '</div>',
  '<p>',
  '<ul><li>',
  '</li></ul>',
  '<table><tr><td>',
  '</td></tr></table>',
  '<br/>',
  '<pre>',
  '<a href="https://x.es">',
  '</a>',
  '<div style="-en-codeblock:true">',
  '<div style="padding-left:80px">',
  '<span title="',
  '&nbsp;',
  '&#0;',
  '&',
  '<',
  '>',
  '"',
  '<sup>2</sup>',
  '<img src="a.png"/>',
  '<en-media hash="1"/>',
  '<en-todo/>',
  '<style>',
  '</style>',
  '<title>',
  '<!--',
  '-->',
  '<?x?>',
  ' a',
  '   ',
  '\n',
]

const XML = [
  ...MARKUP,
  '<![CDATA[',
  ']]>',
  ']]]]><![CDATA[>',
  '</note>',
  '<note>',
  '<content>',
  '</content>',
  '<en-note>',
  '</en-note>',
  '<data>',
  '</data>',
  '<resource>',
  '<task><title>a</title></task>',
  '<tag>',
]

const JSON_PIECES = [
  '{',
  '}',
  '[',
  ']',
  '"',
  '\\',
  ',',
  ':',
  'null',
  '0',
  '-1e999',
  '{}',
  '[]',
  '""',
  '\\u0000',
  '\\ud800',
  ',"a":"b"',
  '\n',
]

const TEXT = [
  '\n',
  '\r\n',
  '\n\n',
  '---\n',
  'title: a\n',
  'id: a\ntype_: 1\n',
  '# a\n',
  '- [ ] a\n',
  '    ',
  '\t',
  'ñ',
  '👩‍👩‍👧',
  '\ufeff',
  '[a](:/0123456789abcdef0123456789abcdef)',
  '``` \n',
]

const TAR = ['\0'.repeat(512), '\0', 'ustar', '7', ' path=a\n', '\xff']

const NO_NOTE: Words[number] = ['']

export const FORMATS: Record<string, Format> = {
  notas: {
    path: 'notas.json',
    make: (notes) => JSON.stringify({ format: 'notas', version: 1, notes: notes.map(exactOf) }),
    pieces: JSON_PIECES,
    shown: shownInJson((json) => (Array.isArray(json) ? json : listIn(json, 'notes')).flatMap(textsOf)),
  },
  keep: {
    path: 'Takeout/Keep/nota.json',
    make([[title, ...words] = NO_NOTE], random) {
      const [text, items] = [words.slice(0, 4).join('\n'), words.slice(4)]
      const listContent = items.map((text) => ({ text, isChecked: random.chance(0.5) }))
      return String(keepFile('', { title, textContent: text, listContent }).content)
    },
    pieces: JSON_PIECES,
    shown: shownInJson((json) => [...textsOf(json), ...listIn(json, 'listContent').flatMap(textsOf)]),
  },
  'keep-html': {
    path: 'Takeout/Keep/nota.html',
    make([words = NO_NOTE], random) {
      const content = random.chance(0.5)
        ? words.join('<br>')
        : `<ul class="list">${words.map((word) => keepHtmlItem(word, random.chance(0.5))).join('')}</ul>`
      return keepHtml({ title: 'Título', content })
    },
    pieces: [...MARKUP, '<div class="content">', '<li class="listitem">', '<span class="text">'],
    shown: shownInMarkup,
  },
  simplenote: {
    path: 'source/notes.json',
    make(notes) {
      const objects = notes.map((words) => ({ content: words.join('\r\n'), tags: ['a'] }))
      return String(simplenoteFile('', objects.slice(1), objects.slice(0, 1)).content)
    },
    pieces: JSON_PIECES,
    shown: shownInJson((json) =>
      [...listIn(json, 'activeNotes'), ...listIn(json, 'trashedNotes')].flatMap(textsOf),
    ),
  },
  'standard-notes': {
    path: 'Standard Notes Backup and Import File.txt',
    make(notes, random) {
      const items = notes.map(([title, ...words], position) => {
        const [noteType, text] = random.pick([
          ['plain-text', words.join('\n')],
          ['rich-text', htmlOf(words, random)],
          ['super', superOf(words, random)],
          ['task', JSON.stringify({ groups: [{ name: words[0], tasks: words.slice(1).map(taskOf) }] })],
        ] as const)
        return standardNote(String(position), { title, text, noteType })
      })
      return String(standardBackup(items).content)
    },
    pieces: [...JSON_PIECES, '{"root":{"children":[', ...MARKUP.slice(0, 8)],
    shown: shownInJson((json) =>
      listIn(json, 'items').flatMap((item) =>
        isObject(item) && item.content_type === 'Note' && item.deleted !== true ? textsOf(item.content) : [],
      ),
    ),
  },
  evernote: {
    path: 'Notas.enex',
    make: (notes, random) =>
      enexOf(
        ...notes.map(([title, ...words]) =>
          enexNote({
            title,
            enml: htmlOf(words, random),
            ...(random.chance(0.3) && { resources: enexResource('a.png', 'image/png') }),
            ...(random.chance(0.3) && { tasks: enexTask('Tarea', 'open', 'a') }),
          }),
        ),
      ),
    pieces: XML,
    shown: (text) =>
      shownInMarkup(text.replace(/<\?.*?\?>|<!DOCTYPE.*?>|<!\[CDATA\[|\]\]>|<data[\s>].*?<\/data>/gs, '')) +
      Array.from(text.matchAll(/<note>\s*<title>([^<]*)<\/title>/g), ([, title]) => title),
  },
  joplin: {
    path: 'Notas/00000000000000000000000000000001.md',
    make([[title, ...words] = NO_NOTE], random) {
      const isHtml = random.chance(0.5)
      const body = isHtml ? htmlOf(words, random) : markdownOf(words, random)
      return String(joplinFile(1, 'note', { title, body, markup_language: isHtml ? 2 : 1 }).content)
    },
    pieces: [...TEXT, ...MARKUP.slice(0, 8)],
    shown: (text) => (/^markup_language: 2$/m.test(text) ? shownInMarkup(text) : text),
  },
  markdown: {
    path: 'nota.md',
    make([words = NO_NOTE], random) {
      const frontMatter = random.chance(0.3) ? `---\ntitle: ${words[0]}\n---\n` : `# ${words[0]}\n\n`
      return frontMatter + markdownOf(words.slice(1), random)
    },
    pieces: TEXT,
    shown: (text) => text,
  },
  html: {
    path: 'Página.html',
    make: ([[title, ...words] = NO_NOTE], random) =>
      `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body>${htmlOf(words, random)}</body></html>`,
    pieces: MARKUP,
    shown: shownInMarkup,
  },
  zip: {
    path: 'notas.zip',
    make(notes, random) {
      const files = notes.map((words, position) => ({
        name: `Carpeta/Nota ${position}.md`,
        content: words.join('\n'),
        method: random.pick([0, 8]),
      }))
      const archive = zipOf(
        files.map((file) =>
          random.chance(0.5) ? file : { ...file, ...takeoutFile(file.name, file.content) },
        ),
      )
      return random.chance(0.2) ? zipOf([{ name: 'notas.zip', content: archive }]) : archive
    },
    pieces: ['PK\x01\x02', 'PK\x03\x04', 'PK\x05\x06', '\0', '\xff\xff\xff\xff', '/', '\\', '.md'],
  },
  // A checksum stands for the names of its files, and none for their content.
  tar: { path: 'Notas.tar', make: makeTar, pieces: TAR, shown: shownInTar },
  tgz: { path: 'Notas.tgz', make: (notes, random) => gzipOf(makeTar(notes, random)), pieces: TAR },
}

function makeTar(notes: Words, random: Random): Uint8Array {
  const files = notes.flatMap((words, position) => {
    const content = words.join('\n')
    const name = `Carpeta/${'a'.repeat(random.below(90))}${position}.md`
    return random.chance(0.3) ? paxFile(name, content) : [{ name, content }]
  })
  return tarOf(files)
}

function shownInTar(_: string, bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1')
  const headers = [...text.matchAll(/ustar\0/g)].filter(({ index }) => index % 512 === 257)
  const contents = headers.map(({ index }) => {
    const size = Number.parseInt(text.slice(index - 133, index - 121), 8)
    return text.slice(index + 255, index + 255 + size)
  })
  return contents.join(' ')
}

function markdownOf(words: string[], random: Random): string {
  return words
    .map(
      (word) => random.pick(['', '- [ ] ', '> ', '## ', '    ']) + word + random.pick(['\n', '  \n', '\n\n']),
    )
    .join('')
}

function htmlOf(words: string[], random: Random): string {
  const forms: ((word: string) => string)[] = [
    (word) => `<div>${word}</div>`,
    (word) => `<p>${word}&nbsp;&amp; </p>`,
    (word) => `${word}<br/>`,
    (word) => `<ul><li>${word}</li></ul>`,
    (word) => `<table><tr><td>${word}</td><td>1</td></tr></table>`,
    (word) => `<pre>${word}\n  </pre>`,
    (word) => `<a href="https://notas.es/">${word}</a>`,
    (word) => `<div style="padding-left:40px;--en-codeblock:true">${word}</div>`,
    (word) => `<h1>${word}<sup>2</sup></h1>`,
  ]
  return words.map((word) => random.pick(forms)(word)).join(random.pick(['', '\n']))
}

function superOf(words: string[], random: Random): string {
  const children = words.map((text) => {
    const child = { type: 'text', text }
    return random.pick([
      { type: 'paragraph', children: [child] },
      { type: 'list', listType: 'check', children: [{ type: 'listitem', children: [child] }] },
      {
        type: 'table',
        children: [{ type: 'tablerow', children: [{ type: 'tablecell', children: [child] }] }],
      },
    ])
  })
  return JSON.stringify({ root: { type: 'root', children } })
}

function taskOf(description: string) {
  return { description, completed: false }
}

function exactOf([title, ...words]: Words[number]) {
  return { title, content: words.join('\n') }
}

function shownInJson(textsIn: (json: unknown) => unknown[]): (text: string) => string {
  return (text) => {
    const json = parsedJson(text)
    return json === undefined ? text : JSON.stringify(textsIn(json))
  }
}

function listIn(json: unknown, key: string): unknown[] {
  return isObject(json) && key in json ? [json[key]].flat() : []
}

function textsOf(note: unknown): unknown[] {
  if (!isObject(note)) return [note]
  const { title, content, textContent, text, noteType } = note
  if (noteType === 'rich-text') return [title, shownInMarkup(String(text))]
  const json = noteType === 'super' || noteType === 'task' ? parsedJson(String(text)) : undefined
  return [title, content, textContent, json === undefined ? text : textsUnder(json)]
}

/** Texts of the editors of Standard Notes. */
function textsUnder(json: unknown): unknown[] {
  if (Array.isArray(json)) return json.flatMap(textsUnder)
  if (!isObject(json)) return []
  const { root, children, groups, tasks, name, description, text } = json
  return [name, description, text, ...[root, children, groups, tasks].flatMap(textsUnder)]
}

/** Text of a page. What an element or a comment hides that does not end is text: damage has opened it. */
function shownInMarkup(text: string): string {
  let [shown, hidden, depth] = ['', '', 0]
  const isHidden = (name: string) => /^(noscript|script|style|svg|template|title)$/.test(name)
  const parser = new Parser(
    {
      onopentag(name) {
        shown += ' '
        if (isHidden(name)) depth++
      },
      ontext(data) {
        if (depth === 0) shown += data
        else hidden += data
      },
      onclosetag(name, isImplied) {
        shown += ' '
        if (!isHidden(name)) return
        depth--
        if (isImplied) shown += hidden
        if (depth === 0) hidden = ''
      },
      oncomment(data) {
        if (parser.endIndex === text.length) shown += data
      },
    },
    { recognizeSelfClosing: true, recognizeCDATA: true },
  )
  parser.end(text)
  return shown + text.slice(parser.startIndex)
}
