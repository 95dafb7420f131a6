import { expect, test } from '@playwright/test'
import { surveyOf } from '../../support/transfer/entries'
import {
  standardBackup,
  standardItem,
  standardNote,
  standardReference,
} from '../../support/transfer/standard-notes'

async function contentOf(text: string, noteType: string) {
  const { notes } = await surveyOf([standardBackup([standardNote('1', { text, noteType })])])
  return notes[0]?.content
}

const textNode = (text: string) => ({ type: 'text', text, format: 0 })
const block = (type: string, children: object[], fields = {}) => ({ type, children, ...fields })

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
  const survey = await surveyOf([standardBackup([standardNote('1', {}), standardNote('2', { title: 'x' })])])
  expect(survey.notes).toMatchObject([
    { title: '', content: '' },
    { title: 'x', content: '' },
  ])
  expect(survey.problems).toEqual([])
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
  const { path } = standardBackup(items)
  const survey = await surveyOf([standardBackup(items)])
  expect(survey.notes).toEqual([])
  expect(survey.problems).toEqual([
    {
      path,
      reason:
        'Esta copia de Standard Notes está cifrada. Expórtala de nuevo sin cifrar e inténtalo otra vez.',
    },
  ])
})

test('the files that repeat the notes are left out', async () => {
  const survey = await surveyOf([
    { path: 'b.zip/Items/Note/Compra-1a2b3c4d.txt', content: 'Pan' },
    { path: 'b.zip/Items/SN|Component/Tema-1a2b3c4d.txt', content: '{"name":"Dark"}' },
    standardBackup([standardNote('1', { title: 'Compra', text: 'Pan' })], 'b.zip/'),
  ])
  expect(survey.notes).toHaveLength(1)
  expect(survey.otherFiles).toEqual([
    {
      path: 'b.zip/Items/Note/Compra-1a2b3c4d.txt',
      reason: 'Repite notas que ya están en b.zip/Standard Notes Backup and Import File.txt.',
    },
    {
      path: 'b.zip/Items/SN|Component/Tema-1a2b3c4d.txt',
      reason: 'Repite notas que ya están en b.zip/Standard Notes Backup and Import File.txt.',
    },
  ])
})

test('a super note becomes its text, one line a block', async () => {
  const root = block('root', [
    block('heading', [textNode('Com'), textNode('pra')], { tag: 'h1' }),
    block('paragraph', []),
    block('paragraph', [textNode('uno'), { type: 'linebreak' }, textNode('dos')]),
    { type: 'horizontalrule' },
    block('list', [block('listitem', [textNode('a')]), block('listitem', [textNode('b')])], {
      listType: 'number',
    }),
    block(
      'list',
      [
        block('listitem', [textNode('Pan')], { checked: true }),
        block('listitem', [textNode('Leche')], { checked: false }),
      ],
      { listType: 'check' },
    ),
    block(
      'list',
      [
        block('listitem', [textNode('fuera')]),
        block('listitem', [block('list', [block('listitem', [textNode('dentro')])], { listType: 'bullet' })]),
      ],
      { listType: 'bullet' },
    ),
    block('paragraph', [
      block('link', [textNode('receta')], { url: 'https://example.com/pan' }),
      { type: 'snfile', fileUuid: '1' },
    ]),
  ])
  expect(await contentOf(JSON.stringify({ root }), 'super')).toBe(
    [
      'Compra',
      '',
      'uno',
      'dos',
      '---',
      '1. a',
      '2. b',
      '- [x] Pan',
      '- [ ] Leche',
      '- fuera',
      '  - dentro',
      'receta (https://example.com/pan)[adjunto]',
    ].join('\n'),
  )
})

test('a super note whose text is no document is taken as it is', async () => {
  expect(await contentOf('Pan y leche', 'super')).toBe('Pan y leche')
  expect(await contentOf('{"a":1}', 'super')).toBe('{"a":1}')
  expect(await contentOf('{"root":"Pan"}', 'super')).toBe('{"root":"Pan"}')
})

test('the HTML of a rich text note becomes text', async () => {
  expect(await contentOf('<p>Pan &amp; leche</p><ul><li>uno</li></ul>', 'rich-text')).toBe(
    'Pan & leche\n\n- uno',
  )
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
  const survey = await surveyOf([
    standardBackup([
      standardNote('1', { title: 'a' }),
      standardNote('2', { title: 'b', text: [] }),
      standardNote('3', { title: 'c' }),
    ]),
  ])
  expect(survey.notes).toHaveLength(2)
  expect(survey.problems).toEqual([
    { path: 'Standard Notes Backup and Import File.txt (nota 2)', reason: 'La nota está dañada.' },
  ])
})
