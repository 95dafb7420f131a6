import { expect, test } from '@playwright/test'
import { surveyOf, unreadEntry } from '../../support/transfer/entries'
import { keepFile, keepHtml, keepHtmlItem } from '../../support/transfer/keep'

const DAY_MS = 86_400_000

async function noteOf(
  ...[fields]: Parameters<typeof keepFile> extends [string, infer Fields] ? [Fields] : never
) {
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

test('a note without a title stays without one', async () => {
  const { notes } = await surveyOf([
    keepFile('Keep/2023-08-18T03_11_17.364+03_00.json', { textContent: 'Llamar a casa' }),
  ])
  expect(notes).toMatchObject([{ title: '', content: 'Llamar a casa' }])
})

test('line breaks stay', async () => {
  expect(await noteOf({ textContent: 'uno\ndos\n\n  tres' })).toMatchObject({ content: 'uno\ndos\n\n  tres' })
})

test('the styled copy of a text is left out', async () => {
  const note = await noteOf({ textContent: 'uno', textContentHtml: '<p dir="ltr"><span>uno</span></p>' })
  expect(note).toMatchObject({ content: 'uno' })
})

test('a checklist keeps its items and which of them are checked', async () => {
  const listContent = [
    { text: 'Pan', isChecked: false, textHtml: '<p>Pan</p>' },
    { text: 'Leche', isChecked: true },
    { text: 'Fruta:\nperas\nuvas', isChecked: false },
    { text: '', isChecked: false },
  ]
  const content = '- [ ] Pan\n- [x] Leche\n- [ ] Fruta:\n      peras\n      uvas\n- [ ] '
  expect(await noteOf({ title: 'Compra', listContent })).toMatchObject({ title: 'Compra', content })
})

test('an empty note is a note', async () => {
  expect(await noteOf({ title: '', textContent: '' })).toMatchObject({ title: '', content: '' })
})

test('a note with nothing but a title is a note', async () => {
  expect(await noteOf({ title: 'Médico el lunes' })).toMatchObject({ title: 'Médico el lunes', content: '' })
})

test('a title of several lines becomes one line', async () => {
  expect(await noteOf({ title: 'Lunes\r\n martes\n\nmiércoles\n', textContent: 'x' })).toMatchObject({
    title: 'Lunes martes miércoles',
  })
})

test('a title with a long run of spaces is read in one pass', async () => {
  // Compared with each other, the spaces would take minutes.
  const title = `a${' '.repeat(1_000_000)}b`
  expect((await noteOf({ title }))?.title).toBe(title)
})

test('labels, links and names of attachments are kept', async () => {
  const note = await noteOf({
    textContent: 'Mira esto',
    labels: [{ name: 'cocina' }, { name: 'casa' }],
    annotations: [
      { source: 'WEBLINK', url: 'https://example.com/pan', title: 'Receta\nde pan', description: '' },
      { source: 'WEBLINK', url: 'https://example.com/', title: '', description: '' },
    ],
    attachments: [{ filePath: '1690514441523.jpeg', mimetype: 'image/jpeg' }],
  })
  expect(note?.details).toEqual([
    'Etiquetas: cocina, casa',
    'Enlace: Receta de pan — https://example.com/pan',
    'Enlace: https://example.com/',
    'Adjunto no importado: 1690514441523.jpeg',
  ])
})

test('a note that is an image alone is a note', async () => {
  const note = await noteOf({ attachments: [{ filePath: 'foto.png', mimetype: 'image/png' }] })
  expect(note).toMatchObject({ title: '', content: '', details: ['Adjunto no importado: foto.png'] })
})

test('archived and trashed notes are told apart', async () => {
  const { notes } = await surveyOf([
    keepFile('a.json', { textContent: 'a', isArchived: true }),
    keepFile('b.json', { textContent: 'b', isTrashed: true, isArchived: true }),
    keepFile('c.json', { textContent: 'c', isPinned: true }),
  ])
  expect(notes.map(({ content, state }) => [content, state])).toEqual([
    ['a', 'archived'],
    ['b', 'trashed'],
    ['c', 'active'],
  ])
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

test('the last edited note is the first, and pins change nothing', async () => {
  const { notes } = await surveyOf(
    [2, 4, 1, 3].map((day) =>
      keepFile(`${day}.json`, {
        textContent: String(day),
        isPinned: day === 1,
        userEditedTimestampUsec: day * DAY_MS * 1000,
      }),
    ),
  )
  expect(notes.map(({ content }) => content)).toEqual(['4', '3', '2', '1'])
})

test('line ends of Windows, U+0000 and halves of surrogate pairs become what every host takes', async () => {
  const note = await noteOf({ title: 'a\0b', textContent: 'uno\r\ndos\rtres \ud83d \ude00 😀' })
  expect(note).toMatchObject({ title: 'a\ufffdb', content: 'uno\ndos\ntres \ufffd \ufffd 😀' })
})

test('the HTML file of a note that is there as JSON is left out, also in another part of the export', async () => {
  const html = keepHtml({ title: 'Compra', content: 'Pan' })
  const survey = await surveyOf([
    { path: 'takeout-001.zip/Takeout/Keep/Compra.html', content: html },
    keepFile('takeout-002.zip/Takeout/Keep/Compra.json', { title: 'Compra', textContent: 'Pan' }),
    keepFile('takeout-002.zip/Takeout/Keep/Casa.json', { title: 'Casa', textContent: 'Llaves' }),
    { path: 'takeout-002.zip/Takeout/Keep/Casa.html', content: html },
  ])
  expect(survey.notes.map(({ title }) => title)).toEqual(['Compra', 'Casa'].sort())
  expect(survey.otherFiles).toEqual([
    {
      path: 'takeout-001.zip/Takeout/Keep/Compra.html',
      reason: 'Repite notas que ya están en takeout-002.zip/Takeout/Keep/Compra.json.',
    },
    {
      path: 'takeout-002.zip/Takeout/Keep/Casa.html',
      reason: 'Repite notas que ya están en takeout-002.zip/Takeout/Keep/Casa.json.',
    },
  ])
})

test('an HTML file is read where its JSON is damaged', async () => {
  const survey = await surveyOf([
    { path: 'Keep/Compra.json', content: '{"title":"Compra","textCon' },
    { path: 'Keep/Compra.html', content: keepHtml({ title: 'Compra', content: 'Pan' }) },
  ])
  expect(survey.notes).toMatchObject([{ title: 'Compra', content: 'Pan' }])
  expect(survey.problems).toEqual([
    { path: 'Keep/Compra.json', reason: 'El archivo está dañado o incompleto.' },
  ])
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
  const survey = await surveyOf([
    keepFile('Takeout/Google Notizen/Compra.json', {
      title: 'Compra',
      textContent: 'Pan',
      labels: [{ name: 'cocina' }, { name: 'casa' }],
    }),
    unreadEntry('Takeout/Google Notizen/1690514441523.jpg'),
    unreadEntry('Takeout/Google Notizen/voz.3gp'),
    { path: 'Takeout/Google Notizen/Labels.txt', content: 'cocina\ncasa\n' },
    {
      path: 'Takeout/Archiv_Übersicht.html',
      content: '<html><body><div class="header">Archiv</div></body></html>',
    },
    { path: 'Takeout/Fit/Sesión.json', content: '{"fitnessActivity":"walking","startTime":"2023-01-01"}' },
    { path: 'Takeout/Tareas/Tasks.json', content: '{"kind":"tasks","items":[{"title":"x"}]}' },
  ])
  expect(survey.notes).toHaveLength(1)
  expect(survey.problems).toEqual([])
  expect(survey.otherFiles.map(({ path, reason }) => [path.replace(/^.*\//, ''), reason])).toEqual([
    ['1690514441523.jpg', 'Es un adjunto: no se importa.'],
    ['voz.3gp', 'Es un adjunto: no se importa.'],
    ['Labels.txt', 'Es la lista de etiquetas de Google Keep.'],
    ['Archiv_Übersicht.html', 'No es una nota de Google Keep.'],
    ['Sesión.json', 'No contiene notas de un formato conocido.'],
    ['Tasks.json', 'No contiene notas de un formato conocido.'],
  ])
})

test('a short text beside notes is a note if a line of it is no label', async () => {
  const survey = await surveyOf([
    keepFile('Keep/Casa.json', { title: 'Casa', textContent: 'x', labels: [{ name: 'pan' }] }),
    { path: 'Keep/compra.txt', content: 'pan\nleche\n' },
  ])
  expect(survey.notes.map(({ title }) => title)).toEqual(['Casa', 'compra'])
  expect(survey.otherFiles).toEqual([])
})

test('damaged notes stop none of the others', async () => {
  const survey = await surveyOf([
    keepFile('1.json', { title: 'Buena', textContent: 'x' }),
    keepFile('2.json', { title: 'Mala', textContent: 5 }),
    keepFile('3.json', { title: 'Mala', listContent: ['Pan'] }),
    keepFile('4.json', { title: {}, listContent: 'Pan' }),
    keepFile('5.json', { title: 'Otra', textContent: 'y' }),
  ])
  expect(survey.notes.map(({ title }) => title)).toEqual(['Buena', 'Otra'])
  expect(survey.problems).toEqual([
    { path: '2.json', reason: 'La nota está dañada.' },
    { path: '3.json', reason: 'La nota está dañada.' },
    { path: '4.json', reason: 'La nota está dañada.' },
  ])
})

test('10,000 notes are read', async () => {
  const files = Array.from({ length: 10_000 }, (_, index) => [
    keepFile(`Keep/${index}.json`, {
      title: `Nota ${index}`,
      textContent: `Línea ${index}\n`.repeat(10),
      labels: [{ name: 'casa' }],
      userEditedTimestampUsec: (index + 1) * 1_000_000,
    }),
    { path: `Keep/${index}.html`, content: keepHtml({ title: `Nota ${index}`, content: 'x' }) },
  ]).flat()
  const { notes, otherFiles, problems } = await surveyOf(files)
  expect([notes.length, otherFiles.length, problems.length]).toEqual([10_000, 10_000, 0])
  expect(notes[0]?.title).toBe('Nota 9999')
  expect(notes.at(-1)?.title).toBe('Nota 0')
})
