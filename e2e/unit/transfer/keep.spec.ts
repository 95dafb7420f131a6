import { expect, test } from '@playwright/test'
import type { ImportedNote } from '@/packages/note-formats/survey'
import { foundIn, surveyOf, unreadEntry } from '../../support/transfer/entries'
import { keepFile, keepHtml, keepHtmlItem } from '../../support/transfer/keep'

async function noteOf(fields: Parameters<typeof keepFile>[1]) {
  const { notes } = await surveyOf([keepFile('Takeout/Keep/Nota.json', fields)])
  expect(notes).toHaveLength(1)
  return notes[0]
}

async function htmlNoteOf(html: string) {
  const { notes, formats } = await surveyOf([{ path: 'Takeout/Keep/Nota.html', content: html }])
  expect(formats).toEqual([{ name: 'Google Keep', count: 1 }])
  return notes[0]
}

for (const folder of ['Takeout/Google Notizen/', 'Takeout/Keep/', 'Descargas/Notas de Google Keep/', '']) {
  test(`notes in the folder '${folder}' are found`, async () => {
    const survey = await surveyOf([keepFile(`${folder}Compra.json`, { title: 'Compra', textContent: 'Pan' })])
    expect(survey).toEqual({
      notes: [{ title: 'Compra', content: 'Pan', details: [], editedOn: '2023-08-01', state: 'active' }],
      formats: [{ name: 'Google Keep', count: 1 }],
      problems: [],
      otherFiles: [],
    })
  })
}

test('JSON in UTF-16 is read', async () => {
  const { path, content } = keepFile('Keep/Año.json', { title: 'Año', textContent: 'Pan' })
  const survey = await surveyOf([{ path, content: Buffer.from(`\ufeff${content}`, 'utf16le') }])
  expect(survey.notes).toMatchObject([{ title: 'Año', content: 'Pan' }])
})

test('JSON with a byte order mark is read where a letter ends after 512 bytes', async () => {
  const { path, content } = keepFile('Keep/Año.json', { title: 'x', textContent: 'Pan' })
  for (const padding of ['', ' ']) {
    const text = `\ufeff${padding}{"a": "${'ñ'.repeat(300)}",${String(content).slice(1)}`
    const survey = await surveyOf([{ path, content: text }])
    expect(survey.notes).toMatchObject([{ title: 'x', content: 'Pan' }])
  }
})

test('a note without a title does not get the name of its file', async () => {
  const file = keepFile('Keep/2023-08-18T03_11_17.364+03_00.json', { textContent: 'Llamar a casa' })
  expect((await surveyOf([file])).notes).toMatchObject([{ title: '', content: 'Llamar a casa' }])
})

// Compared with each other, the spaces would take minutes.
const SPACES = `a${' '.repeat(1_000_000)}b`

const NOTES: [name: string, fields: Parameters<typeof keepFile>[1], note: Partial<ImportedNote>][] = [
  ['line breaks stay', { textContent: 'uno\ndos\n\n  tres' }, { content: 'uno\ndos\n\n  tres' }],
  ['a styled copy is left out', { textContent: 'uno', textContentHtml: '<p>uno</p>' }, { content: 'uno' }],
  [
    'a checklist keeps its items and which of them are checked',
    {
      title: 'Compra',
      listContent: [
        { text: 'Pan', isChecked: false, textHtml: '<p>Pan</p>' },
        { text: 'Leche', isChecked: true },
        { text: 'Fruta:\nperas\nuvas', isChecked: false },
        { text: '', isChecked: false },
      ],
    },
    { title: 'Compra', content: '- [ ] Pan\n- [x] Leche\n- [ ] Fruta:\n      peras\n      uvas\n- [ ] ' },
  ],
  ['an empty note is a note', { title: '', textContent: '' }, { title: '', content: '' }],
  ['a note with nothing but a title is a note', { title: 'Médico' }, { title: 'Médico', content: '' }],
  ['a title of several lines becomes one line', { title: 'a\r\n b\n\nc\n' }, { title: 'a b c' }],
  ['a title with a long run of spaces is read in one pass', { title: SPACES }, { title: SPACES }],
  [
    'labels, links and names of attachments are kept',
    {
      textContent: 'Mira esto',
      labels: [{ name: 'cocina' }, { name: 'casa' }],
      annotations: [
        { source: 'WEBLINK', url: 'https://example.com/pan', title: 'Receta\nde pan', description: '' },
        { source: 'WEBLINK', url: 'https://example.com/', title: '', description: '' },
      ],
      attachments: [{ filePath: '1690514441523.jpeg', mimetype: 'image/jpeg' }],
    },
    {
      details: [
        'Etiquetas: cocina, casa',
        'Enlace: Receta de pan — https://example.com/pan',
        'Enlace: https://example.com/',
        'Adjunto no importado: 1690514441523.jpeg',
      ],
    },
  ],
  [
    'a note that is an image alone is a note',
    { attachments: [{ filePath: 'foto.png', mimetype: 'image/png' }] },
    { title: '', content: '', details: ['Adjunto no importado: foto.png'] },
  ],
  [
    'line ends of Windows, U+0000 and halves of surrogate pairs become what every host takes',
    { title: 'a\0b', textContent: 'uno\r\ndos\rtres \ud83d \ude00 😀' },
    { title: 'a\ufffdb', content: 'uno\ndos\ntres \ufffd \ufffd 😀' },
  ],
]

for (const [name, fields, note] of NOTES) {
  test(name, async () => {
    expect(await noteOf(fields)).toMatchObject(note)
  })
}

test('archived and trashed notes are told apart', async () => {
  const states = [{ isArchived: true }, { isTrashed: true, isArchived: true }, { isPinned: true }]
  const { notes } = await surveyOf(
    states.map((fields, at) => keepFile(`${at}.json`, { title: 'x', ...fields })),
  )
  expect(notes.map(({ state }) => state)).toEqual(['archived', 'trashed', 'active'])
})

const CREATED: [name: string, time: unknown, day: string | undefined][] = [
  ['a number', Date.UTC(2023, 6, 28) * 1000, '2023-07-28'],
  ['a string', String(Date.UTC(2023, 6, 28) * 1000), '2023-07-28'],
  ['missing', undefined, undefined],
  ['zero', 0, undefined],
  ['no time at all', 'ayer', undefined],
  ['beyond all dates', Number.MAX_VALUE, undefined],
]

for (const [name, createdTimestampUsec, day] of CREATED) {
  test(`a time of creation that is ${name} is read as ${day ?? 'unknown'}`, async () => {
    const note = await noteOf({ textContent: 'x', createdTimestampUsec })
    expect([note?.createdOn, note?.editedOn]).toEqual([day, '2023-08-01'])
  })
}

test('the HTML file of a note that is there as JSON is left out, also in another part of the export', async () => {
  const html = keepHtml({ title: 'Compra', content: 'Pan' })
  const found = await foundIn([
    { path: 'takeout-001.zip/Takeout/Keep/Compra.html', content: html },
    keepFile('takeout-002.zip/Takeout/Keep/Compra.json', { title: 'Compra', textContent: 'Pan' }),
    keepFile('takeout-002.zip/Takeout/Keep/Casa.json', { title: 'Casa', textContent: 'Llaves' }),
    { path: 'takeout-002.zip/Takeout/Keep/Casa.html', content: html },
  ])
  const repeats = (path: string) => `Repite notas que ya están en takeout-002.zip/Takeout/Keep/${path}.`
  expect(found).toEqual({
    titles: ['Casa', 'Compra'],
    problems: [],
    otherFiles: [
      ['takeout-001.zip/Takeout/Keep/Compra.html', repeats('Compra.json')],
      ['takeout-002.zip/Takeout/Keep/Casa.html', repeats('Casa.json')],
    ],
  })
})

test('an HTML file is read where its JSON is damaged', async () => {
  const found = await foundIn([
    { path: 'Keep/Compra.json', content: '{"title":"Compra","textCon' },
    { path: 'Keep/Compra.html', content: keepHtml({ title: 'Compra', content: 'Pan' }) },
  ])
  const problems = [['Keep/Compra.json', 'El archivo está dañado o incompleto.']]
  expect(found).toEqual({ titles: ['Compra'], problems, otherFiles: [] })
})

test('a note that is there as HTML alone keeps its text, labels, links and attachments', async () => {
  const note = await htmlNoteOf(
    keepHtml({
      title: 'Pan &amp; vino',
      content: 'uno<br>dos  &lt;b&gt;<br><br>tres 😀',
      marks: '<span class="archived" title="Notiz archiviert"></span>',
      chips: `<span class="chip label"><span class="label-name">cocina</span></span>
<span class="chip annotation WEBLINK"><a class="annotation-link" href="https://example.com/?a=1&amp;b=2">Receta</a></span>`,
      attachments:
        '<li><img alt="" src="foto.jpg" /></li><li><img alt="" src="data:image/png;base64,AAAA" /></li>',
    }),
  )
  expect(note).toEqual({
    title: 'Pan & vino',
    content: 'uno\ndos <b>\n\ntres 😀',
    details: [
      'Etiquetas: cocina',
      'Enlace: Receta — https://example.com/?a=1&b=2',
      'Adjunto no importado: foto.jpg',
      'Adjunto no importado: imagen',
    ],
    state: 'archived',
  })
})

test('a checklist that is there as HTML alone keeps what is checked, and no title is invented', async () => {
  const items = [keepHtmlItem('Pan', false), keepHtmlItem('Leche &amp; miel', true)].join('\n')
  expect(await htmlNoteOf(keepHtml({ content: `<ul class="list">${items}</ul>` }))).toMatchObject({
    title: '',
    content: '- [ ] Pan\n- [x] Leche & miel',
    state: 'active',
  })
})

test('a trashed note is known in HTML too', async () => {
  const html = keepHtml({ content: 'x', marks: '<span class="trashed" title="Papierkorb"></span>' })
  expect(await htmlNoteOf(html)).toMatchObject({ state: 'trashed' })
})

test('files that are no notes are listed, and media are not read', async () => {
  const folder = 'Takeout/Google Notizen/'
  const found = await foundIn([
    keepFile(`${folder}Compra.json`, {
      title: 'Compra',
      labels: [{ name: 'cocina' }, { name: 'casa, campo' }],
    }),
    unreadEntry(`${folder}1690514441523.jpg`),
    unreadEntry(`${folder}voz.3gp`),
    { path: `${folder}Labels.txt`, content: 'cocina\ncasa, campo\n' },
    {
      path: 'Takeout/Archiv_Übersicht.html',
      content: '<html><body><div class="header">Archiv</div></body></html>',
    },
    { path: 'Fit/Sesión.json', content: '{"fitnessActivity":"walking","startTime":"2023-01-01"}' },
    { path: 'Tareas/Tasks.json', content: '{"kind":"tasks","items":[{"title":"x"}]}' },
  ])
  expect(found).toEqual({
    titles: ['Compra'],
    problems: [],
    otherFiles: [
      [`${folder}1690514441523.jpg`, 'Es un adjunto: no se importa.'],
      [`${folder}voz.3gp`, 'Es un adjunto: no se importa.'],
      [`${folder}Labels.txt`, 'Es la lista de etiquetas de Google Keep.'],
      ['Takeout/Archiv_Übersicht.html', 'No es una nota de Google Keep.'],
      ['Fit/Sesión.json', 'No contiene notas de un formato conocido.'],
      ['Tareas/Tasks.json', 'No contiene notas de un formato conocido.'],
    ],
  })
})

test('a web page beside notes that are in no Takeout is a note', async () => {
  const page = '<html><body><p>Llaves</p></body></html>'
  const found = await foundIn([
    keepFile('Exp/Takeout/Keep/Compra.json', { title: 'Compra', textContent: 'Pan' }),
    { path: 'Exp/Notion/Casa.html', content: page },
    keepFile('Suelta.json', { title: 'Suelta', textContent: 'x' }),
    { path: 'Otra.html', content: page },
  ])
  expect(found.titles.toSorted()).toEqual(['Casa', 'Compra', 'Otra', 'Suelta'])
  expect(found.otherFiles).toEqual([])
})

test('notes of two Takeouts are read once, unless their text has changed', async () => {
  const notes = (name: string, textContent: string) => [
    keepFile(`${name}.zip/Takeout/Keep/Compra.json`, { title: 'Compra', textContent }),
    keepFile(`${name}.zip/Takeout/Keep/Casa.json`, { title: 'Casa', textContent: 'Llaves' }),
  ]
  const { titles, otherFiles } = await foundIn([...notes('enero', 'Pan'), ...notes('febrero', 'Pan y sal')])
  expect(titles.toSorted()).toEqual(['Casa', 'Compra', 'Compra'])
  expect(otherFiles).toEqual([
    ['febrero.zip/Takeout/Keep/Casa.json', 'Repite notas que ya están en enero.zip/Takeout/Keep/Casa.json.'],
  ])
})

test('a note that was restored between two Takeouts is there as both have it', async () => {
  const note = (name: string, fields: object) =>
    keepFile(`${name}.zip/Takeout/Keep/Compra.json`, { title: 'Compra', textContent: 'Pan', ...fields })
  const { notes } = await surveyOf([note('enero', { isTrashed: true }), note('febrero', {})])
  expect(notes.map(({ state }) => state).toSorted()).toEqual(['active', 'trashed'])
})

test('a short text beside notes is a note if a line of it is no label', async () => {
  const found = await foundIn([
    keepFile('Keep/Casa.json', { title: 'Casa', textContent: 'x', labels: [{ name: 'pan' }] }),
    { path: 'Keep/compra.txt', content: 'pan\nleche\n' },
  ])
  expect(found).toEqual({ titles: ['Casa', 'compra'], problems: [], otherFiles: [] })
})

test('damaged notes stop none of the others', async () => {
  const { titles, problems } = await foundIn([
    keepFile('1.json', { title: 'Buena', textContent: 'x' }),
    keepFile('2.json', { title: 'Mala', textContent: 5 }),
    keepFile('3.json', { title: 'Mala', listContent: ['Pan'] }),
    keepFile('4.json', { title: {}, listContent: 'Pan' }),
    keepFile('5.json', { title: 'Otra', textContent: 'y' }),
  ])
  expect(titles).toEqual(['Buena', 'Otra'])
  expect(problems).toEqual(['2.json', '3.json', '4.json'].map((path) => [path, 'La nota está dañada.']))
})

test('a page of a note that a style without an end hides is named', async () => {
  const { problems } = await foundIn([
    { path: 'Keep/Nota.html', content: keepHtml({ title: 'Compra', content: 'Pan<style><br>Leche' }) },
  ])
  expect(problems).toEqual([['Keep/Nota.html', 'Puede faltar texto.']])
})

test('10,000 notes are read, the last edited first, whichever is pinned', { tag: '@slow' }, async () => {
  const files = Array.from({ length: 10_000 }, (_, index) => [
    keepFile(`Keep/${index}.json`, {
      title: `Nota ${index}`,
      textContent: `Línea ${index}\n`.repeat(10),
      labels: [{ name: 'casa' }],
      userEditedTimestampUsec: (index + 1) * 1_000_000,
      isPinned: index === 5000,
    }),
    { path: `Keep/${index}.html`, content: keepHtml({ title: `Nota ${index}`, content: 'x' }) },
  ]).flat()
  const { notes, otherFiles, problems } = await surveyOf(files)
  expect([otherFiles.length, problems.length]).toEqual([10_000, 0])
  const titles = Array.from({ length: 10_000 }, (_, at) => `Nota ${9999 - at}`)
  expect(notes.map(({ title }) => title)).toEqual(titles)
})
