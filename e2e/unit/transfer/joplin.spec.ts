import { expect, test } from '@playwright/test'
import { foundIn, surveyOf } from '../../support/transfer/entries'
import { joplinFile, joplinId } from '../../support/transfer/joplin'

test('notes are read with their notebooks, tags and attachments', async () => {
  const body = `Pan\n\n![](:/${joplinId(6)})\n[enlace](:/${joplinId(99)})\n[plan](:/${joplinId(8)})\n[cuaderno](:/${joplinId(3)})\n\nid: no es un campo`
  const survey = await surveyOf([
    joplinFile(1, 'note', {
      title: 'Compra',
      body,
      parent_id: joplinId(3),
      source_url: 'https://example.com/',
    }),
    joplinFile(2, 'notebook', { title: 'Casa', parent_id: '' }),
    joplinFile(3, 'notebook', { title: 'Cocina', parent_id: joplinId(2) }),
    joplinFile(4, 'tag', { title: 'hoy' }),
    joplinFile(5, 'noteTag', { note_id: joplinId(1), tag_id: joplinId(4) }),
    joplinFile(6, 'resource', { title: 'foto.png', mime: 'image/png', file_extension: 'png' }),
    { path: `Notas.jex/resources/${joplinId(6)}.png`, content: '' },
    joplinFile(8, 'resource', { title: '', mime: 'text/markdown', file_extension: 'md' }),
    { path: `Notas.jex/resources/${joplinId(8)}.md`, content: '# Plan' },
    joplinFile(7, 'revision', { item_id: joplinId(1) }),
  ])
  expect(survey).toEqual({
    notes: [
      {
        title: 'Compra',
        content: body,
        place: 'Cuaderno: Casa / Cocina',
        details: [
          'Etiquetas: hoy',
          'Enlace: https://example.com/',
          'Adjunto no importado: foto.png',
          `Adjunto no importado: ${joplinId(8)}.md`,
        ],
        createdOn: '2023-07-28',
        editedOn: '2023-08-01',
        state: 'active',
      },
    ],
    formats: [{ name: 'Joplin', count: 1 }],
    problems: [],
    otherFiles: [
      { path: `Notas.jex/resources/${joplinId(6)}.png`, reason: 'Es un adjunto: no se importa.' },
      { path: `Notas.jex/resources/${joplinId(8)}.md`, reason: 'Es un adjunto: no se importa.' },
      { path: `Notas.jex/${joplinId(7)}.md`, reason: 'Son datos internos de Joplin.' },
    ],
  })
})

const NOTES: [name: string, fields: { title: string; body: string }][] = [
  ['with a title alone', { title: 'Compra', body: '' }],
  ['without a title', { title: '', body: 'Pan' }],
  ['that is empty', { title: '', body: '' }],
  ['with blank lines', { title: 'Compra', body: '\nuno\n\n\ndos: tres' }],
]

for (const [name, fields] of NOTES) {
  test(`a note ${name} is read`, async () => {
    const { notes, problems } = await surveyOf([joplinFile(1, 'note', fields)])
    expect(notes).toMatchObject([{ title: fields.title, content: fields.body }])
    expect(problems).toEqual([])
  })
}

test('to-dos, deleted notes and HTML are known', async () => {
  const { notes } = await surveyOf([
    joplinFile(1, 'note', { title: 'a', is_todo: 1, todo_completed: 0, todo_due: 0 }),
    joplinFile(2, 'note', { title: 'b', is_todo: 1, todo_completed: 1690884000000 }),
    joplinFile(3, 'note', { title: 'c', deleted_time: 1690884000000, is_todo: 0 }),
    joplinFile(4, 'note', { title: 'd', body: '<p>Pan &amp; vino</p>', markup_language: 2, deleted_time: 0 }),
    joplinFile(5, 'note', { title: 'e', is_todo: 1, todo_due: 1718020000000 }),
  ])
  expect(notes).toMatchObject([
    { title: 'a', details: ['Tarea: pendiente'], state: 'active' },
    { title: 'b', details: ['Tarea: hecha'] },
    { title: 'c', details: [], state: 'trashed' },
    { title: 'd', content: 'Pan & vino', state: 'active' },
    { title: 'e', details: ['Tarea: pendiente', 'Recordatorio: 2024-06-10'] },
  ])
})

test("a picture's data is no text of a note", async () => {
  const data = 'data:image/png;base64,iVBORw0K'
  const body = `Pan ![Plano](${data})\n![][image1]\n\n[image1]: <${data}>`
  const { notes } = await surveyOf([joplinFile(1, 'note', { title: 'a', body })])
  expect(notes).toMatchObject([{ title: 'a', content: 'Pan [adjunto: Plano]\n[adjunto: imagen]' }])
})

test('an encrypted note is a problem and stops none of the others', async () => {
  const found = await foundIn([
    joplinFile(1, 'note', { encryption_cipher_text: 'JED01000022', encryption_applied: 1 }),
    joplinFile(2, 'note', { title: 'b' }),
  ])
  const sentence =
    'Esta nota de Joplin está cifrada. Descífrala en Joplin, expórtala de nuevo e inténtalo otra vez.'
  expect(found).toEqual({
    titles: ['b'],
    problems: [[`Notas.jex/${joplinId(1)}.md`, sentence]],
    otherFiles: [],
  })
})

test('the note that its owner edited last is the first', async () => {
  const { notes } = await surveyOf(
    ['01', '03', '02'].map((day, at) =>
      joplinFile(at, 'note', { title: day, user_updated_time: `2023-01-${day}T10:00:00.000Z` }),
    ),
  )
  const order = ['03', '02', '01'].map((day) => [day, `2023-01-${day}`])
  expect(notes.map(({ title, editedOn }) => [title, editedOn])).toEqual(order)
})

test('notebooks that contain each other end somewhere', async () => {
  const { notes } = await surveyOf([
    joplinFile(1, 'note', { title: 'a', parent_id: joplinId(2) }),
    joplinFile(2, 'notebook', { title: 'x', parent_id: joplinId(3) }),
    joplinFile(3, 'notebook', { title: 'y', parent_id: joplinId(2) }),
  ])
  expect(notes[0]?.place).toBe('Cuaderno: y / x')
})

test('a label is cut at 500 characters', async () => {
  const { notes } = await surveyOf([
    joplinFile(1, 'note', { title: 'a' }),
    joplinFile(2, 'tag', { title: 'T'.repeat(1000) }),
    joplinFile(3, 'noteTag', { note_id: joplinId(1), tag_id: joplinId(2) }),
  ])
  expect(notes[0]?.details).toEqual([`Etiquetas: ${'T'.repeat(500)}`])
})
