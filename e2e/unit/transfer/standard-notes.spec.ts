import { expect, test } from '@playwright/test'
import { foundIn, surveyOf } from '../../support/transfer/entries'
import {
  standardBackup,
  standardItem,
  standardNote,
  standardReference,
} from '../../support/transfer/standard-notes'

const FILE = 'Standard Notes Backup and Import File.txt'

async function contentOf(text: string, noteType: string) {
  const { notes } = await surveyOf([standardBackup([standardNote('1', { text, noteType })])])
  return notes[0]?.content
}

const textNode = (text: string) => ({ type: 'text', text, format: 0 })
const block = (type: string, children: object[], fields = {}) => ({ type, children, ...fields })
const item = (text: string, fields = {}) => block('listitem', [textNode(text)], fields)
const list = (listType: string, ...items: object[]) => block('list', items, { listType })

test('notes are read with their tags and files, other items are not notes', async () => {
  const survey = await surveyOf([
    standardBackup([
      standardItem('k', 'SN|ItemsKey', { itemsKey: 'x' }),
      standardItem('c', 'SN|Component', { name: 'Dark theme' }),
      standardNote('1', { title: 'Compra', text: 'Pan\nLeche' }),
      standardReference('Tag', { title: 'cocina' }, ['1', '9']),
      standardReference('Tag', { title: 'casa' }, ['1']),
      standardReference('SN|File', { name: 'foto.png' }, ['1']),
      { ...standardItem('2', 'Note', undefined), deleted: true },
    ]),
  ])
  expect(survey).toEqual({
    notes: [
      {
        title: 'Compra',
        content: 'Pan\nLeche',
        details: ['Etiquetas: cocina, casa', 'Adjunto no importado: foto.png'],
        createdOn: '2023-07-28',
        editedOn: '2023-08-01',
        state: 'active',
      },
    ],
    formats: [{ name: 'Standard Notes', count: 1 }],
    problems: [],
    otherFiles: [],
  })
})

test('an empty note makes nothing invalid', async () => {
  const { notes, problems } = await surveyOf([
    standardBackup([standardNote('1', {}), standardNote('2', { title: 'x' })]),
  ])
  expect(notes.map(({ title, content }) => [title, content])).toEqual([
    ['', ''],
    ['x', ''],
  ])
  expect(problems).toEqual([])
})

test('archived and trashed notes are told apart, and the last edited note is the first', async () => {
  const edited = (date: string) => ({ client_updated_at: `${date}T10:00:00.000Z` })
  const { notes } = await surveyOf([
    standardBackup([
      standardNote('1', { title: 'a', appData: { ...edited('2020-01-01'), archived: true } }),
      standardNote('2', { title: 'b', appData: edited('2020-01-03'), trashed: true }),
      standardNote('3', { title: 'c', appData: { ...edited('2020-01-02'), pinned: true } }),
    ]),
  ])
  expect(notes.map(({ title, state, editedOn }) => [title, state, editedOn])).toEqual([
    ['b', 'trashed', '2020-01-03'],
    ['c', 'active', '2020-01-02'],
    ['a', 'archived', '2020-01-01'],
  ])
})

test('an encrypted backup is refused with one clear sentence', async () => {
  const items = ['1', '2', '3'].map((uuid) => standardItem(uuid, 'Note', '004:a1b2:c3d4:e5f6'))
  const sentence =
    'Esta copia de Standard Notes está cifrada. Expórtala de nuevo sin cifrar e inténtalo otra vez.'
  const found = await foundIn([standardBackup(items)])
  expect(found).toEqual({ titles: [], problems: [[FILE, sentence]], otherFiles: [] })
})

test('the files that repeat the notes are left out', async () => {
  const { titles, otherFiles } = await foundIn([
    { path: 'b.zip/Items/Note/Compra-1a2b3c4d.txt', content: 'Pan' },
    { path: 'b.zip/Items/SN|Component/Tema-1a2b3c4d.txt', content: '{"name":"Dark"}' },
    standardBackup([standardNote('1', { title: 'Compra', text: 'Pan' })], 'b.zip/'),
  ])
  expect(titles).toEqual(['Compra'])
  expect(otherFiles).toEqual([
    ['b.zip/Items/Note/Compra-1a2b3c4d.txt', `Repite notas que ya están en b.zip/${FILE}.`],
    ['b.zip/Items/SN|Component/Tema-1a2b3c4d.txt', `Repite notas que ya están en b.zip/${FILE}.`],
  ])
})

test('a super note becomes its text, one line a block', async () => {
  const root = block('root', [
    block('heading', [textNode('Com'), textNode('pra')], { tag: 'h1' }),
    block('paragraph', []),
    block('paragraph', [textNode('uno'), { type: 'linebreak' }, textNode('dos')]),
    { type: 'horizontalrule' },
    list('number', item('a'), item('b')),
    list('check', item('Pan', { checked: true }), item('Leche', { checked: false })),
    list('bullet', item('fuera'), block('listitem', [list('bullet', item('dentro'))])),
    block('paragraph', [
      block('link', [textNode('receta')], { url: 'https://example.com/pan' }),
      { type: 'snfile', fileUuid: '1' },
    ]),
  ])
  expect((await contentOf(JSON.stringify({ root }), 'super'))?.split('\n\n')).toEqual([
    'Compra',
    'uno\ndos\n---\n1. a\n2. b\n- [x] Pan\n- [ ] Leche\n- fuera\n  - dentro\nreceta (https://example.com/pan)\n[adjunto]',
  ])
})

const numbered = (fields: object, ...items: object[]) =>
  block('list', items, { listType: 'number', ...fields })
const nested = block('listitem', [list('bullet', item('a'), item('b'))], { value: 2 })

const BLOCKS: [name: string, node: object, text: string][] = [
  [
    'a numbered list around another list',
    numbered({}, item('uno', { value: 1 }), nested, item('dos', { value: 2 }), item('tres', { value: 3 })),
    '1. uno\n  - a\n  - b\n2. dos\n3. tres',
  ],
  ['a list that starts at 4', numbered({ start: 4 }, item('uno'), item('dos')), '4. uno\n5. dos'],
  [
    'a picture with its data',
    { type: 'unencrypted-image', src: 'data:image/png;base64,AAAA' },
    '[adjunto: imagen]',
  ],
  [
    'a file with its data',
    block('paragraph', [
      textNode('a '),
      { type: 'inline-file', src: 'data:image/png;base64,AAAA', fileName: 'plano.png' },
    ]),
    'a \n[adjunto: plano.png]',
  ],
  [
    'a named picture with its data',
    { type: 'unencrypted-image', alt: 'Plano', src: 'data:image/png;base64,AAAA' },
    '[adjunto: Plano]',
  ],
]

for (const [name, node, text] of BLOCKS) {
  test(`a super note with ${name} is read`, async () => {
    expect(await contentOf(JSON.stringify({ root: block('root', [node]) }), 'super')).toBe(text)
  })
}

test('a tag is named with the tags that it is in, and tags in each other end somewhere', async () => {
  const tag = (uuid: string, title: string, parent: string, notes: string[]) =>
    standardItem(uuid, 'Tag', {
      title,
      references: [
        { content_type: 'Tag', uuid: parent, reference_type: 'TagToParentTag' },
        ...notes.map((note) => ({ content_type: 'Note', uuid: note })),
      ],
    })
  const { notes } = await surveyOf([
    standardBackup([
      standardNote('1', { title: 'a' }),
      standardNote('2', { title: 'b' }),
      standardItem('t', 'Tag', { title: 'Trabajo', references: [] }),
      tag('f', 'Facturas', 't', ['1']),
      tag('x', 'X', 'y', ['2']),
      tag('y', 'Y', 'x', []),
    ]),
  ])
  expect(notes).toMatchObject([
    { details: ['Etiquetas: Trabajo / Facturas'] },
    { details: ['Etiquetas: Y / X'] },
  ])
})

test('lists in lists of a super note are indented by 50 levels at most', async () => {
  const deep = (depth: number): object =>
    depth === 0 ? item('a') : block('listitem', [list('bullet', item('b'), deep(depth - 1))])
  const text = await contentOf(JSON.stringify({ root: block('root', [list('bullet', deep(400))]) }), 'super')
  const lines = text?.split('\n') ?? []
  expect(lines).toHaveLength(401)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(110)
})

test('a label is cut at 500 characters, and a note of more than 8 MB is a problem', async () => {
  const { notes, problems } = await surveyOf([
    standardBackup([
      standardNote('1', { title: 'a' }),
      standardNote('2', { title: 'b', text: 'x'.repeat(9_000_000) }),
      standardNote('3', { title: 'c', text: `x data:image/png;base64,${'AAAA'.repeat(3_000_000)}` }),
      standardReference('Tag', { title: 'T'.repeat(100_000) }, ['1']),
    ]),
  ])
  expect(notes.map(({ title }) => title)).toEqual(['a', 'c'])
  expect(notes[0]?.details).toEqual([`Etiquetas: ${'T'.repeat(500)}`])
  expect(problems).toEqual([{ path: `${FILE} (nota 2)`, reason: 'Ocupa más de 8 MB.' }])
})

test('tags are read in linear time, however often they name a note', async () => {
  test.setTimeout(10_000)
  const ids = Array<string>(100_000).fill('1')
  const { notes } = await surveyOf([
    standardBackup([standardNote('1', {}), standardReference('Tag', { title: 'T' }, ids)]),
  ])
  expect(notes).toHaveLength(1)
})

test('a super note whose text is no document is taken as it is', async () => {
  expect(await contentOf('Pan y leche', 'super')).toBe('Pan y leche')
  expect(await contentOf('{"a":1}', 'super')).toBe('{"a":1}')
  expect(await contentOf('{"root":"Pan"}', 'super')).toBe('{"root":"Pan"}')
})

test('the HTML of a rich text note becomes text', async () => {
  const text = await contentOf('<p>Pan &amp; leche</p><ul><li>uno</li></ul>', 'rich-text')
  expect(text).toBe('Pan & leche\n\n- uno')
})

test('the JSON of a spreadsheet is taken as it is, and the note says so', async () => {
  const { notes } = await surveyOf([
    standardBackup([standardNote('1', { text: '{"rows":[]}', noteType: 'spreadsheet' })]),
  ])
  expect(notes).toMatchObject([
    { content: '{"rows":[]}', details: ['Texto en el formato de Standard Notes: spreadsheet'] },
  ])
})

test('one damaged note stops none of the others', async () => {
  const notes = [{ title: 'a' }, { title: 'b', text: [] }, { title: 'c' }]
  const found = await foundIn([standardBackup(notes.map((note, at) => standardNote(String(at), note)))])
  const problems = [[`${FILE} (nota 2)`, 'La nota está dañada.']]
  expect(found).toEqual({ titles: ['a', 'c'], problems, otherFiles: [] })
})
