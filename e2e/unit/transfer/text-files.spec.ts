import { expect, test } from '@playwright/test'
import { entryOf, type FileFixture, foundIn, surveyOf } from '../../support/transfer/entries'

const NOTION_ID = '0123456789abcdef0123456789abcdef'

async function noteOf(path: string, content: FileFixture['content']) {
  const survey = await surveyOf([{ path, content }])
  expect(survey.problems).toEqual([])
  expect(survey.formats).toEqual([{ name: 'Markdown y texto', count: 1 }])
  const { title, content: text } = survey.notes[0] ?? {}
  return [title, text]
}

const TAGS = '---\ntags: [casa]\n---\nPan'
const TITLE_AND_COMMENT = '---\ntitle: Compra #lunes\n---\nPan'
const TITLE_AND_TAGS = '---\ntitle: Compra\ntags: [casa]\n---\nPan'

const FILES: [name: string, path: string, text: string, title: string, content: string][] = [
  ['Markdown', 'Casa/Compra.md', 'Pan\n\nLeche\n', 'Compra', 'Pan\n\nLeche\n'],
  ['plain text', 'Compra.txt', 'Pan', 'Compra', 'Pan'],
  ['an unusual extension', 'Compra.MARKDOWN', 'Pan', 'Compra', 'Pan'],
  ['points in its name', 'v1.2 final.md', 'x', 'v1.2 final', 'x'],
  ['nothing in it', 'Vacía.md', '', 'Vacía', ''],
  ['a decomposed accent in its name', 'Cancio\u0301n.md', 'x', 'Canción', 'x'],
  ['its title as heading', 'Compra.md', '# Compra\n\nPan', 'Compra', 'Pan'],
  ['its title as heading with a decomposed accent', 'Canción.md', '# Cancio\u0301n\nx', 'Canción', 'x'],
  ['another heading', 'Compra.md', '# Mercado\n\nPan', 'Compra', '# Mercado\n\nPan'],
  ['a smaller heading', 'Compra.md', '## Compra\nPan', 'Compra', '## Compra\nPan'],
  ['a title in its front matter', 'x.md', '---\ntitle: La compra\n---\n\nPan', 'La compra', 'Pan'],
  ['a quoted title', 'x.md', '---\ntitle: "La \\"compra\\": pan"\n---\nPan', 'La "compra": pan', 'Pan'],
  ['escapes in its title', 'x.md', '---\ntitle: "a\\nb \\u00e9"\n---\nPan', 'a b é', 'Pan'],
  ['escapes of YAML alone', 'x.md', '---\ntitle: "\\_a \\"b\\""\n---\nPan', '\\_a "b"', 'Pan'],
  ['a title in single quotes', 'x.md', "---\ntitle: 'L''Hospitalet'\n---\nPan", "L'Hospitalet", 'Pan'],
  ['an empty title', 'x.md', '---\ntitle: ""\n---\nPan', '', 'Pan'],
  ['a title without value', 'Compra.md', '---\ntitle:\n---\nPan', 'Compra', 'Pan'],
  ['a comment after its title', 'x.md', TITLE_AND_COMMENT, 'Compra', TITLE_AND_COMMENT],
  ['front matter and heading', 'x.md', '---\ntitle: Compra\n---\n# Compra\n\nPan', 'Compra', 'Pan'],
  ['more front matter', 'x.md', TITLE_AND_TAGS, 'Compra', TITLE_AND_TAGS],
  ['front matter without title', 'Compra.md', TAGS, 'Compra', TAGS],
  ['line ends of Windows', 'x.md', '---\r\ntitle: a\r\n---\r\n\r\n# a\r\nPan\r\n', 'a', 'Pan\n'],
  ['a rule at its beginning', 'x.md', '---\nPan\n', 'x', '---\nPan\n'],
  ['front matter in plain text', 'x.txt', '---\ntitle: a\n---\nPan', 'x', '---\ntitle: a\n---\nPan'],
  ['JSON in it', 'Datos.md', '{"a": 1}', 'Datos', '{"a": 1}'],
  ['a link at its beginning', 'Enlaces.md', '[pan](https://a.es)', 'Enlaces', '[pan](https://a.es)'],
  ['HTML in it', 'x.md', '<b>Pan</b> &amp; vino', 'x', '<b>Pan</b> &amp; vino'],
  ['the ID of Notion', `Compra ${NOTION_ID}.md`, '# Compra\n\nPan', 'Compra', 'Pan'],
  ['a name that Notion shortened', `La com ${NOTION_ID}.md`, '# La compra\n\nPan', 'La compra', 'Pan'],
  ['the ID of Notion and no heading', `Compra ${NOTION_ID}.md`, 'Pan', 'Compra', 'Pan'],
  ['the layout of a TextBundle', 'Compra.textbundle/text.md', '# Compra\nPan', 'Compra', 'Pan'],
]

const DATA = 'data:image/png;base64,iVBORw0KGgo/+A=='

const PICTURES: [name: string, text: string, content: string][] = [
  ['without a name', `Pan ![](${DATA}) y vino`, 'Pan [adjunto: imagen] y vino'],
  ['with a name and a title', `![Un plano](<${DATA}> "Plano")`, '[adjunto: Un plano]'],
  ['that is a link', `[![plano](${DATA})](https://a.es)`, '[[adjunto: plano]](https://a.es)'],
  [
    'defined below',
    `Pan ![][image1]\n![Plano][Image2]\n\n[image1]: <${DATA}>\n\n[image2]: ${DATA}\n`,
    'Pan [adjunto: imagen]\n[adjunto: Plano]\n',
  ],
  [
    'in HTML',
    `<img alt="Plano" width="9" src="${DATA}"/> <img src="a.png">`,
    '[adjunto: Plano] <img src="a.png">',
  ],
  [
    'that is none: "data" is a word, too',
    '[Nota]: data: 5 de maig\n[a](data:2024)',
    '[Nota]: data: 5 de maig\n[a](data:2024)',
  ],
  ['in another file', '![plano](a.png) ![][b]\n\n[b]: b.png', '![plano](a.png) ![][b]\n\n[b]: b.png'],
]

for (const [name, text, content] of PICTURES) {
  test(`of a picture ${name}, no data becomes text`, async () => {
    expect(await noteOf('x.md', text)).toEqual(['x', content])
  })
}

test('marks of pictures without their ends are read in linear time', async () => {
  const starts = [
    '![',
    '[](data:image/',
    '[](data:image/x "',
    '\n[a]: data:image/',
    '<img ',
    '<img src="data:image/',
    '![](  ',
    '[a][',
    '![a]',
  ]
  for (const start of starts) {
    const content = `${start.repeat(2_000_000 / start.length)}\n\n[a]: <${DATA}>`
    expect((await surveyOf([entryOf({ path: 'x.md', content }, 65_536)])).problems).toEqual([])
  }
})

for (const [name, path, text, title, content] of FILES) {
  test(`a file with ${name} is read`, async () => {
    expect(await noteOf(path, text)).toEqual([title, content])
  })
}

test('the last edited file is the first, then paths decide', async () => {
  const { notes } = await surveyOf([
    { path: 'b.md', content: '', modifiedAt: Date.UTC(2023, 0, 1) },
    { path: 'd.md', content: '' },
    { path: 'a.md', content: '', modifiedAt: Date.UTC(2023, 0, 1) },
    { path: 'c.md', content: '', modifiedAt: Date.UTC(2024, 0, 1) },
  ])
  expect(notes.map(({ title, editedOn }) => [title, editedOn])).toEqual([
    ['c', '2024-01-01'],
    ['a', '2023-01-01'],
    ['b', '2023-01-01'],
    ['d', undefined],
  ])
})

test('applications have deleted notes in a folder for them', async () => {
  const { notes } = await surveyOf([
    { path: 'vault.zip/Viva.md', content: '' },
    { path: 'vault.zip/.trash/Borrada.md', content: '' },
    { path: 'vault.zip/.trashed.md', content: '' },
    { path: 'vault.zip/.notas/Oculta.md', content: '' },
    { path: 'grafo/logseq/.recycle/pages_Vieja.md', content: '' },
    { path: 'iCloud Notes/Recently Deleted/Secreta/Secreta.txt', content: '' },
  ])
  expect(notes.map(({ title, state }) => [title, state]).sort()).toEqual([
    ['.trashed', 'active'],
    ['Borrada', 'trashed'],
    ['Oculta', 'active'],
    ['Secreta', 'trashed'],
    ['Viva', 'active'],
    ['pages_Vieja', 'trashed'],
  ])
})

test('texts that are attached to notes are no notes', async () => {
  const attached = [
    'Bear Notes.bear2bk/Viaje.textbundle/assets/plan.txt',
    'Bear Notes.bear2bk/Viaje.textbundle/assets/reserva.html',
    'joplin/_resources/pagina.html',
  ]
  const { titles, otherFiles } = await foundIn([
    { path: 'Bear Notes.bear2bk/Viaje.textbundle/text.md', content: '# Viaje\n' },
    { path: 'joplin/_resources/Nota.md', content: '' },
    ...attached.map((path) => ({ path, content: 'x' })),
  ])
  expect(titles.toSorted()).toEqual(['Nota', 'Viaje'])
  expect(otherFiles).toEqual(attached.map((path) => [path, 'Es un adjunto: no se importa.']))
})

test("Notion's pages keep ticks and numbers: each to-do and each numbered line is a list of its own", async () => {
  const todo = (box: string, text: string, more = '') =>
    `<ul class="to-do-list"><li><div class="checkbox checkbox-${box}"></div> <span>${text}</span>${more}</li></ul>`
  const numbered = (start: number, text: string) => `<ol type="1" start="${start}"><li>${text}</li></ol>`
  const lists = [
    numbered(1, 'Reservar'),
    numbered(2, 'Pagar'),
    todo('on', 'Pasaporte', todo('off', 'Renovar')),
  ].join('')
  const page = `<html><head><title>Viaje</title></head><body><div class="page-body">${lists}</div></body></html>`
  const { notes } = await surveyOf([{ path: `Viaje ${NOTION_ID}.html`, content: page }])
  expect(notes.map(({ title, content }) => [title, content])).toEqual([
    ['Viaje', '1. Reservar\n2. Pagar\n- [x] Pasaporte\n  - [ ] Renovar'],
  ])
})

test('a box in any page is a to-do, and takes nothing of a table', async () => {
  const boxes = '<div class="checkbox checkbox-on">uno</div><div class="checkbox checkbox-off">dos</div>'
  const table = '<table><tr><td class="checkbox-on">x</td><td>y</td></tr></table>'
  const { notes } = await surveyOf([{ path: 'Viaje.html', content: `<title>Viaje</title>${boxes}${table}` }])
  expect(notes[0]?.content).toBe('- [x] uno\n- [ ] dos\n\nx | y')
})

test('the dates of Bear are those of its notes, and order them', async () => {
  const bundle = (name: string, creationDate: string, modificationDate: unknown) => [
    { path: `${name}.textbundle/text.md`, content: '' },
    {
      path: `${name}.textbundle/info.json`,
      content: JSON.stringify({ 'net.shinyfrog.bear': { creationDate, modificationDate } }),
    },
  ]
  const { notes } = await surveyOf([
    ...bundle('Sin', '', null),
    ...bundle('Vieja', '2012-01-02T12:00:00Z', '2013-01-02T12:00:00Z'),
    ...bundle('Nueva', '2011-01-02T12:00:00+02:00', '2025-01-02T12:00:00+02:00'),
  ])
  expect(notes.map(({ title, createdOn, editedOn }) => [title, createdOn, editedOn])).toEqual([
    ['Nueva', '2011-01-02', '2025-01-02'],
    ['Vieja', '2012-01-02', '2013-01-02'],
    ['Sin', undefined, undefined],
  ])
})

test('a title of spaces is read in linear time', async () => {
  test.setTimeout(10_000)
  const content = `---\ntitle: a${' '.repeat(500_000)}b\n---\n`
  const { notes } = await surveyOf([entryOf({ path: 'x.md', content }, 65_536)])
  expect(notes).toHaveLength(1)
})

test('paths of a megabyte are read in linear time', async () => {
  test.setTimeout(10_000)
  const long = 'a'.repeat(1_000_000)
  for (const path of [`${long}/x.md`, `${long}.textbundle/text.md`]) {
    const { problems } = await surveyOf([{ path, content: 'Pan' }])
    expect(problems).toEqual([])
  }
})

test('tables, media and unknown files are listed and not read', async () => {
  const { titles, problems, otherFiles } = await foundIn([
    { path: `Compras ${NOTION_ID}.csv`, content: 'a,b' },
    { path: 'foto.PNG', content: '' },
    { path: 'documento.rtf', content: '{\\rtf1 x}' },
    { path: 'programa.exe', content: 'MZ\0\0' },
  ])
  expect([...titles, ...problems]).toEqual([])
  expect(otherFiles.map(([, reason]) => reason)).toEqual([
    'Es una tabla: no se importa.',
    'Es un adjunto: no se importa.',
    'Es un documento. Guárdalo como texto (.txt) o como página HTML, o expórtalo así en su aplicación, y elige ese archivo.',
    'No es un archivo de notas conocido.',
  ])
})
