import { expect, test } from '@playwright/test'
import { keepHtmlNotes } from '@/packages/note-formats/apps/keep-html'
import { decodeText, normalizedText } from '@/packages/note-formats/text/decode-text'
import { htmlToText } from '@/packages/note-formats/text/html-to-text'
import { lengthWithoutSpace } from '@/packages/note-formats/text/plain-marks'
import { WORDS } from '@/packages/note-formats/words'
import { fc } from '../../support/properties'

const DECODED: [name: string, bytes: number[], text: string][] = [
  ['nothing', [], ''],
  ['UTF-8', [0xc3, 0xb1, 0xf0, 0x9f, 0x8c, 0xb1], 'ñ🌱'],
  ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0xc3, 0xb1], 'ñ'],
  ['UTF-16LE with a byte order mark', [0xff, 0xfe, 0xf1, 0, 0x3c, 0xd8, 0x31, 0xdf], 'ñ🌱'],
  ['UTF-16BE with a byte order mark', [0xfe, 0xff, 0, 0xf1, 0xd8, 0x3c, 0xdf, 0x31], 'ñ🌱'],
  ['windows-1252', [0x93, 0x61, 0xf1, 0x6f, 0x94, 0x80], '“año”€'],
  ['windows-1252 with a sequence of UTF-8', [0xc2, 0xa9, 0x20, 0xf1, 0x20, 0xe1], 'Â© ñ á'],
  ['windows-1252 in capitals', [0xab, 0x53, 0xcd, 0xbb, 0x20, 0xab, 0x43, 0xc9, 0xbb], '«SÍ» «CÉ»'],
  ['UTF-8 with one wrong byte', [0xc3, 0xb1, 0xc3, 0xa9, 0xff], 'ñé\ufffd'],
  ['line ends', [0x61, 0x0d, 0x0a, 0x62, 0x0d], 'a\r\nb\r'],
]

for (const [name, bytes, text] of DECODED) {
  test(`${name} is decoded`, () => {
    expect(decodeText(Uint8Array.from(bytes))).toBe(text)
  })
}

test('200 MB that are no UTF-8 are decoded', { tag: '@slow' }, () => {
  const count = 200 * 1024 * 1024
  expect(decodeText(new Uint8Array(count).fill(0xff)).length).toBe(count)
})

const NORMALIZED: [name: string, text: string, normalized: string][] = [
  ['line ends of Windows', 'a\r\n\r\nb\r\n', 'a\n\nb\n'],
  ['line ends of old Macs', 'a\r\rb\r', 'a\n\nb\n'],
  ['line ends of Unix', 'a\n\nb\n', 'a\n\nb\n'],
  ['U+0000', 'a\0b\0', 'a\ufffdb\ufffd'],
  ['lone surrogates', '\ud83ca\udf31', '\ufffda\ufffd'],
  ['an emoji', '🌱', '🌱'],
]

for (const [name, text, normalized] of NORMALIZED) {
  test(`${name}: normalized`, () => {
    expect(normalizedText(text)).toBe(normalized)
  })
}

const TEXTS: [name: string, html: string, text: string][] = [
  [
    'code beside its source',
    '<div class="joplin-editable"><pre class="joplin-source">var a = 123;</pre><pre class="hljs">var a = 123;</pre></div>',
    'var a = 123;',
  ],
  [
    'a drawing of Joplin, whose source is its text',
    '<div class="joplin-editable"><pre class="joplin-source">X:1</pre><svg><path d="M0 0"/></svg></div>',
    'X:1',
  ],
  [
    'a checklist whose items have boxes of their own',
    '<ul class="checklist"><li><input type="checkbox" checked>Leche</li><li><input type="checkbox">Pan</li></ul>',
    '- [x] Leche\n- [ ] Pan',
  ],
  [
    'a checklist of Joplin',
    '<ul class="joplin-checklist"><li class="checked">Leche</li><li>Pan</li></ul>',
    '- [x] Leche\n- [ ] Pan',
  ],
  [
    'a checklist by its class',
    '<ul class="a checklist"><li class="checked b">Leche</li><li class="unchecked">Pan</li></ul>',
    '- [x] Leche\n- [ ] Pan',
  ],
  [
    'lists that are checked as a whole',
    '<ul data-checked="true"><li>Leche</li></ul><ul data-checked="false"><li>Pan</li></ul>',
    '- [x] Leche\n- [ ] Pan',
  ],
  [
    'items with their state',
    '<ol><li data-list="checked">Leche</li><li data-list="unchecked">Pan</li><li data-list="ordered">Sal</li></ol>',
    '- [x] Leche\n- [ ] Pan\n1. Sal',
  ],
  [
    'items with their state and a box',
    '<ul><li data-checked="true"><input type="checkbox" checked><p>Leche</p></li></ul>',
    '- [x] Leche',
  ],
  ...[
    'file:///a.pdf',
    'message:%3Ca%3E',
    'onenote:a',
    'obsidian://open',
    'joplin://x',
    'geo:4,-7',
    'sms:+34',
  ].map((url): [string, string, string] => [
    `a link to ${url}`,
    `<a href="${url}">texto</a>`,
    `texto (${url})`,
  ]),
  ...['javascript:a()', 'data:,a', 'about:blank', 'blob:a', '#a', 'a.html'].map(
    (url): [string, string, string] => [`a link to ${url}`, `<a href="${url}">texto</a>`, 'texto'],
  ),
]

for (const [name, html, text] of TEXTS) {
  test(`the text of ${name}`, () => {
    expect(htmlToText(html, WORDS)).toBe(text)
  })
}

const NESTED = 12_000

test('lists in lists are indented by 50 levels at most', () => {
  const text = soon(() => htmlToText('<ul><li>a'.repeat(NESTED), WORDS))
  expect(text.split('\n').slice(0, 3)).toEqual(['- a', '  - a', '    - a'])
  expect(text).toContain(`\n${' '.repeat(100)}- a\n`)
  expect(text.match(/a/g)).toHaveLength(NESTED)
})

test('tables in tables keep the text of every cell', () => {
  const html = `${'<table><tr><td>a'.repeat(NESTED)}${'</td></tr></table>'.repeat(NESTED)}<p>b`
  const text = soon(() => htmlToText(html, WORDS))
  expect(text.match(/a/g)).toHaveLength(NESTED)
  expect(text.endsWith('b')).toBe(true)
  expect(htmlToText('<table><tr><td>a<td><table><tr><td>b<td>c</table></table>', WORDS)).toBe('a | b | c')
})

test('lists and indented blocks in cells are indented by 50 levels at most in all', () => {
  const level = `<div style="padding-left:2000px">${'<ul>'.repeat(6)}<li><td>`
  const lines = htmlToText(`${level.repeat(49)}a<br>b`, WORDS).split('\n')
  expect(lines.at(-1)).toBe(`${' '.repeat(100)}b`)
  expect(lines.at(-2)?.length).toBeLessThan(300)
  expect(htmlToText('<ul><li>a<table><tr><td><ul><li>b<br>c', WORDS)).toBe('- a\n  - b\n    c')
})

test('a table is indented as what is around it', () => {
  const table = '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>'
  const html = `<div style="padding-left:40px"><div>antes</div>${table}<div>después</div></div><div>fin</div>`
  expect(htmlToText(html, WORDS)).toBe('  antes\n\n  a | b\n  c | d\n\n  después\nfin')
})

test('a note of Keep with contents in contents is read', () => {
  const html = `<div class="note"><div class="heading"></div>${'<div class="content">a'.repeat(NESTED)}`
  expect(soon(() => keepHtmlNotes(html, 'nota.html', WORDS))?.notes).toHaveLength(1)
})

test('links of Keep in links are read once', () => {
  const links = '<span class="chips"><a href="https://a.es">'.repeat(45)
  const html = `<div class="note"><div class="heading"></div><div class="content">a</div>${links}${'b'.repeat(150_000)}`
  expect(soon(() => keepHtmlNotes(html, 'nota.html', WORDS))?.notes).toHaveLength(1)
})

/** Allows ten times what it takes; it was more when each level repeated its inside in full. */
function soon<Result>(work: () => Result): Result {
  const start = performance.now()
  const result = work()
  expect(performance.now() - start).toBeLessThan(15_000)
  return result
}

test('what a text shows is counted without any space or control character', () => {
  const unit = fc.constantFrom(...'aé1\u007f\u1680\u2003\u200b\u3000\ufeff\u00a0 \t\r\n\u0001👍漢')
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      expect(lengthWithoutSpace(text)).toBe(text.split('').filter((unit) => unit.trim() > ' ').length)
    }),
  )
  expect(lengthWithoutSpace('Un día\u00a0largo,\n漢字')).toBe(13)
})
