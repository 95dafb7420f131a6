import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from '@playwright/test'
import { enexNote, enexOf, enexResource, enexTask } from '../../support/transfer/enex'
import { entryOf, foundIn, surveyOf } from '../../support/transfer/entries'

const surveyOfEnex = (content: string) => surveyOf([{ path: 'Notas.enex', content }])

async function noteOf(fields: Parameters<typeof enexNote>[0]) {
  const { notes, problems } = await surveyOfEnex(enexOf(enexNote(fields)))
  expect(problems).toEqual([])
  return notes[0]
}

test('notes are read with their tags, source and attachments', async () => {
  const note = enexNote({
    title: 'Pan &amp; vino',
    enml: '<div>uno</div>',
    tags: ['cocina', 'casa'],
    source: 'https://example.com/?a=1&amp;b=2',
    resources: enexResource('factura.pdf', 'application/pdf'),
  })
  expect(await surveyOfEnex(enexOf(note))).toEqual({
    notes: [
      {
        title: 'Pan & vino',
        content: 'uno',
        details: [
          'Etiquetas: cocina, casa',
          'Enlace: https://example.com/?a=1&b=2',
          'Adjunto no importado: factura.pdf',
        ],
        createdOn: '2023-07-28',
        editedOn: '2023-08-01',
        state: 'active',
      },
    ],
    formats: [{ name: 'Evernote', count: 1 }],
    problems: [],
    otherFiles: [],
  })
})

test('an export without attributes is read', async () => {
  const { notes } = await surveyOfEnex('<en-export><note><title>Compra</title></note></en-export>')
  expect(notes).toMatchObject([{ title: 'Compra' }])
})

test('an export in UTF-16 is read', async () => {
  const text = `\ufeff${enexOf(enexNote({ title: 'Año', enml: '<div>Pan 😀</div>' }))}`
  const survey = await surveyOf([{ path: 'Notas.enex', content: Buffer.from(text, 'utf16le') }])
  expect(survey.notes).toMatchObject([{ title: 'Año', content: 'Pan 😀' }])
  expect(survey.problems).toEqual([])
})

test('a resource without data takes no notes along, wherever its tag is cut', async () => {
  for (const tag of ['<data/>', '<data />', '<data encoding="base64"/>', '<data encoding="base64" />']) {
    const empty = `<resource>${tag}<mime>image/png</mime></resource>`
    const notes = [
      enexNote({ title: 'uno', resources: empty }),
      enexNote({ title: 'dos' }),
      enexNote({ title: 'tres', resources: enexResource('a.png', 'image/png') }),
    ]
    const content = enexOf(...notes)
    for (const size of [1, 7, 300, content.indexOf('base64') + 3, content.length]) {
      const { titles, problems } = await foundIn([entryOf({ path: 'Notas.enex', content }, size)])
      expect([titles, problems]).toEqual([['uno', 'dos', 'tres'], []])
    }
  }
})

const todo = (checked: string) => `<div><en-todo checked="${checked}"/>`

const TEXTS: [name: string, enml: string, text: string][] = [
  ['blocks and breaks', '<div>uno</div><div>dos<br/>tres</div><div>cuatro</div>', 'uno\ndos\ntres\ncuatro'],
  ['a blank line', '<div>uno</div><div><br/></div><div>dos</div>', 'uno\n\ndos'],
  ['a line of a hard space', '<div>uno</div><div>&nbsp;</div><div>dos&nbsp;tres</div>', 'uno\n\ndos tres'],
  ['letters and signs', '<div>España &lt;b&gt; &amp; &#128512;&eacute;</div>', 'España <b> & 😀é'],
  ['old to-dos', `${todo('true')}a</div>${todo('false')}b</div><en-todo/>c`, '- [x] a\n- [ ] b\n- [ ] c'],
  [
    'new to-dos',
    '<ul style="--en-todo:true;"><li style="--en-checked:true;"><div>Pan</div></li><li style="--en-checked:false;"><div>Leche</div></li></ul>',
    '- [x] Pan\n- [ ] Leche',
  ],
  ['a new to-do in any list', '<ul><li style="--en-checked:true">a</li><li>b</li></ul>', '- [x] a\n- b'],
  ['paragraphs in a list', '<ul><li><p>uno</p></li><li><p>dos</p></li></ul>', '- uno\n- dos'],
  ['elements that end where they begin', '<div>uno<style/>dos</div>', 'unodos'],
  ['a to-do in a list', '<ul><li><en-todo/>Pan</li></ul>', '- [ ] Pan'],
  [
    'nested lists',
    '<ul><li><div>uno</div><div>más</div></li><li>dos<ol><li>a</li><li>b</li></ol></li></ul><div>fin</div>',
    '- uno\n  más\n- dos\n  1. a\n  2. b\nfin',
  ],
  [
    'numbers of a list',
    '<ol start="4"><li>a</li><li value="9">b</li><li>c</li></ol><ol start="x"><li>d</li></ol>',
    '4. a\n9. b\n10. c\n1. d',
  ],
  ['an empty item', '<ul><li></li><li>b</li></ul>', '-\n- b'],
  ['a link', '<a href="https://a.es/pan">receta</a>, b', 'receta (https://a.es/pan), b'],
  ['a link that is its text', '<a href="https://a.es">https://a.es/</a>, b', 'https://a.es/, b'],
  ['a link to a mail address', '<a href="mailto:a@b.es">a@b.es</a>, b', 'a@b.es, b'],
  ['a link within the note', '<a href="#x">x</a>, b', 'x, b'],
  [
    'a table',
    '<table><tbody><tr><td><div>a</div></td><td><div>b</div></td></tr><tr><td></td><td>d</td></tr></tbody></table>',
    'a | b\n | d',
  ],
  [
    'a table for its layout',
    '<table><tr><td>logo</td><td><p>uno</p><table><tr><th>a</th><th>b</th></tr></table></td></tr></table>fin',
    'logo\nuno\n\na | b\n\nfin',
  ],
  [
    'a list in a cell in a list',
    '<ul><li>a<table><tr><td><ul><li>b</li><li>c</li></ul></td></tr></table></li><li>d</li></ul>',
    '- a\n  - b\n  - c\n- d',
  ],
  ['cells without a table', '<td>uno</td><td>dos</td>', 'unodos'],
  ['paragraphs', '<h1>Compra</h1><p>uno</p><p>dos</p>', 'Compra\n\nuno\n\ndos'],
  ['a rule', '<div>uno</div><hr/><div>dos</div>', 'uno\n\n---\n\ndos'],
  ['preformatted text', '<pre>a\n  b</pre>', 'a\n  b'],
  [
    'encrypted text',
    'a <en-crypt cipher="AES" hint="x">RU5D==</en-crypt> b',
    'a [texto cifrado en Evernote] b',
  ],
  ['the end of CDATA, written as Evernote does', '<div>a]]<![CDATA[>]]>b</div>', 'a]]>b'],
  ['the end of CDATA, after another end', '<div>a]]><![CDATA[>]]>b</div>', 'a]]>b'],
  ['the end of CDATA, written as XML wants', '<div>a]]]]><![CDATA[>b</div>', 'a]]>b'],
  ['nothing', '', ''],
]

for (const [name, enml, text] of TEXTS) {
  test(`the text of a note with ${name} is kept`, async () => {
    expect(await noteOf({ title: 'x', enml })).toMatchObject({ title: 'x', content: text })
  })
}

test('attachments are named where they stand: by their hash, and by their type only where it is the one of that type', async () => {
  const note = await noteOf({
    enml: '<div><en-media hash="bb" type="image/png"/></div><div><en-media type="image/png" hash="cc"/></div><div><en-media hash="bb" type="image/png"/></div><div><en-media hash="dd" type="audio/amr"/></div><div><en-media type="image/png"/></div>',
    resources:
      enexResource('a.png', 'image/png') +
      enexResource('b.png', 'image/png', 'AAAA', 'bb') +
      enexResource('voz.amr', 'audio/amr'),
  })
  expect(note?.content).toBe(
    '[adjunto: b.png]\n[adjunto: image/png]\n[adjunto: b.png]\n[adjunto: voz.amr]\n[adjunto: image/png]',
  )
})

const LONG = 'A'.repeat(170_000)

test('what is recognized in attachments, and their other data, is no text of the note', async () => {
  const hash = '0123456789abcdef0123456789abcdef'
  const resources = enexResource('a.png', 'image/png', 'AAAA', hash)
    .replace('</recoIndex>', `<item>${LONG}</item></recoIndex>`)
    .replace('</resource>', `<alternate-data encoding="base64">${LONG}</alternate-data></resource>`)
  const enml = `Pan <en-media type="image/png" hash="${hash}"/>`
  const content = enexOf(enexNote({ title: 'a', enml, resources: resources.repeat(60) }))
  const { notes, problems } = await surveyOf([entryOf({ path: 'Notas.enex', content }, 65_536)])
  expect(problems).toEqual([])
  expect(notes).toMatchObject([{ content: 'Pan [adjunto: a.png]', details: ['Adjunto no importado: a.png'] }])
})

test('a note that has lost its end to another, and that other its beginning, may lack text', async () => {
  const enml = `<div>${'Pan '.repeat(10)}</div>`
  const [a, b] = [enexNote({ title: 'a', enml }), enexNote({ title: 'b', enml })]
  const content = enexOf(`${a.slice(0, a.indexOf(']]>'))}<title>${b.slice(b.indexOf('<title>'))}`)
  expect(await foundIn([{ path: 'Notas.enex', content }])).toMatchObject({
    problems: [['Notas.enex (nota 1)', 'Puede faltar texto.']],
  })
})

test('a recognition without its end takes nothing of the notes after it', async () => {
  const resources = enexResource('a.png', 'image/png', 'AAAA', 'bb').replace(']]></recognition>', '')
  const content = enexOf(enexNote({ title: 'a', resources }), enexNote({ title: 'b' }))
  expect(await foundIn([{ path: 'Notas.enex', content }])).toMatchObject({ titles: ['a', 'b'], problems: [] })
})

test('tasks become a checklist in their order', async () => {
  const tasks = enexTask('Leche', 'open', 'C') + enexTask('Pan', 'completed', 'B')
  const note = await noteOf({ title: 'Compra', enml: '<div>Para hoy</div>', tasks })
  expect(note).toMatchObject({ title: 'Compra', content: 'Para hoy\n\n- [x] Pan\n- [ ] Leche' })
})

test('the day on which a task is due is kept', async () => {
  const tasks = enexTask('Renovar DNI', 'open', 'B', '20240414T120000Z') + enexTask('Pan', 'open', 'C')
  expect(await noteOf({ tasks })).toMatchObject({
    content: '- [ ] Renovar DNI\n- [ ] Pan',
    details: ['Recordatorio: Renovar DNI — 2024-04-14'],
  })
})

const DATES: [updated: string, day: string | undefined][] = [
  ['20180306T091108Z', '2018-03-06'],
  ['20180306T91108 AMZ', '2018-03-06'],
  ['ayer', undefined],
  ['', undefined],
]

for (const [updated, day] of DATES) {
  test(`the date '${updated}' is read as ${day ?? 'unknown'}`, async () => {
    expect((await noteOf({ title: 'x', updated }))?.editedOn).toBe(day)
  })
}

test('the last edited note is the first, or the last created where no edit is known', async () => {
  const { notes } = await surveyOfEnex(
    enexOf(
      enexNote({ title: 'a', updated: '20180306T91108 AMZ' }),
      enexNote({ title: 'b', created: '20180306T120000Z', updated: '' }),
      enexNote({ title: 'c', updated: '20180306T11108 PMZ' }),
      enexNote({ title: 'd', updated: '20180306T121108 AMZ' }),
    ),
  )
  expect(notes.map(({ title }) => title)).toEqual(['c', 'b', 'a', 'd'])
})

test('an export is known by its content, whatever its name', async () => {
  const { formats } = await surveyOf([{ path: 'notas.xml', content: enexOf(enexNote({ title: 'a' })) }])
  expect(formats).toEqual([{ name: 'Evernote', count: 1 }])
})

test('one damaged note stops none of the others', async () => {
  const content = enexOf(
    enexNote({ title: 'a' }),
    '<note><created>20180306T091108Z</created></note>',
    enexNote({ title: 'b' }).replace(']]></content>', ''),
    enexNote({ title: 'c', enml: 'x'.repeat(8 * 1024 * 1024) }),
    enexNote({ title: 'd' }),
  )
  const { titles, problems } = await foundIn([{ path: 'Notas.enex', content }])
  expect(titles).toEqual(['a', 'd'])
  expect(problems).toEqual([
    ['Notas.enex (nota 2)', 'La nota está dañada.'],
    ['Notas.enex (nota 3)', 'La nota está dañada.'],
    ['Notas.enex (nota 4)', 'Ocupa más de 8 MB.'],
  ])
})

const HIDING: [name: string, enml: string][] = [
  ['a title in its declaration', '<?xml version="1.<title><title>0"?><en-note><div>Pan y leche</div>'],
  ['a style', '<div>Pan</div><style><div>Leche y huevos</div>'],
  ['an element in another', '<div>Pan <svg>y leche</div>'],
  ['a style beside pictures', `${'<img src="pan.png"/>'.repeat(9)}<style><div>Leche y huevos</div>`],
  ['a comment', '<div>Pan</div><!-- <div>Leche y huevos</div>'],
  ['an attribute', '<div>Pan</div><div title="Leche y huevos</div>'],
]

for (const [name, enml] of HIDING) {
  test(`a text that ${name} without an end hides is named`, async () => {
    const { problems } = await foundIn([{ path: 'Notas.enex', content: enexOf(enexNote({ enml })) }])
    expect(problems).toMatchObject([['Notas.enex (nota 1)', /La nota está dañada|Puede faltar texto/]])
  })
}

test('a note of nothing but beginnings of a content is damaged', async () => {
  const content = enexOf(`<note>${'<content '.repeat(400_000)}</note>`)
  const { problems } = await foundIn([{ path: 'Notas.enex', content }])
  expect(problems).toEqual([['Notas.enex (nota 1)', 'La nota está dañada.']])
})

test('a text of which both ends are damaged is named', async () => {
  const note = enexNote({ title: 'a', enml: '<div>Pan</div><div>Leche</div>' })
  const content = enexOf(note.replace(/<content>.*Pan/s, '').replace(/<\/en-note>.*<\/content>/s, ''))
  const { titles, problems } = await foundIn([{ path: 'Notas.enex', content }])
  expect([titles, problems]).toEqual([['a'], [['Notas.enex (nota 1)', 'Puede faltar texto.']]])
})

for (const chunkBytes of [1, 2, 3, 5]) {
  test(`an export that comes in parts of ${chunkBytes} bytes is read`, async () => {
    const resources = enexResource('a.jpg', 'image/jpeg', 'A'.repeat(20))
    const note = enexNote({ enml: 'España', resources })
    const { notes, problems } = await surveyOf([
      entryOf({ path: 'Notas.enex', content: enexOf(note, note, note) }, chunkBytes),
    ])
    const expected = { content: 'España', details: ['Adjunto no importado: a.jpg'] }
    expect(notes).toMatchObject([expected, expected, expected])
    expect(problems).toEqual([])
  })
}

test('of an export that is cut off, the notes before are read', async () => {
  const whole = enexOf(enexNote({ title: 'a' }), enexNote({ title: 'b' }))
  const found = await foundIn([{ path: 'Notas.enex', content: whole.slice(0, -60) }])
  const problems = [['Notas.enex', 'El archivo está incompleto: falta el final.']]
  expect(found).toEqual({ titles: ['a'], problems, otherFiles: [] })
})

test('of an export of 600 MB, memory holds no more than the text', { tag: '@slow' }, async () => {
  const [before, after] = enexOf('|').split('|')
  const resources = enexResource('a.jpg', 'image/jpeg', '|')
  const note = enexNote({ enml: 'Electroencefalografista' })
  const [noteStart, noteEnd] = enexNote({ resources }).split('|')
  const data = 'A'.repeat(1024 * 1024)
  const encoder = new TextEncoder()
  let most = 0
  async function* chunks() {
    yield encoder.encode(`${before}${noteStart}`)
    for (let count = 1; count < 300; count++) {
      yield encoder.encode(`${data}${noteEnd}${note}${noteStart}${data}`)
    }
    most = usedMemory()
    yield encoder.encode(`${noteEnd}${after}`)
  }
  const start = usedMemory()
  const { notes, problems } = await surveyOf([{ path: 'Notas.enex', size: 0, modifiedAt: 0, chunks }])
  expect([notes.length, problems]).toEqual([599, []])
  expect(notes[1]).toMatchObject({ content: 'Electroencefalografista' })
  expect(most - start).toBeLessThan(20 * 1024 * 1024)
})

function usedMemory(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
