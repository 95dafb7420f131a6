import { readFile, writeFile } from 'node:fs/promises'
import { createNote, createUser, jsonOf, listNotes } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { execute } from '../../support/database'
import { seeded } from '../../support/random'
import { failed, runAdmin, succeeded } from '../../support/servers/admin'
import { zipOf } from '../../support/transfer/archives'
import { compareLists } from '../../support/transfer/compare-lists'
import { exportOf, textsIn } from '../../support/transfer/exported'
import { oddNotes } from '../../support/transfer/odd-notes'
import { readZip } from '../../support/transfer/read-zip'
import { simplenoteFile } from '../../support/transfer/simplenote'

test('an export is imported once, and exported as the same notes', async ({ api, user }, testInfo) => {
  for (const { title, content } of oddNotes(60, seeded(1492))) await createNote(api, user, title, content)
  const file = testInfo.outputPath('a.zip')
  expect(await runAdmin(api.databaseUrl, ['export', user.email.toUpperCase(), file])).toEqual(
    succeeded(`60 notes of ${user.email} are in ${file}.\n`),
  )
  const notes = await listNotes(api, user)
  const files = await readZip(file)
  expect(JSON.parse(files['notas.json'] ?? '').notes).toMatchObject(notes)
  const contents = Object.entries(files).flatMap(([path, text]) => (path.endsWith('.md') ? [text] : []))
  expect(contents).toEqual(notes.map(({ content }) => content))

  const other = await createUser(api)
  for (const imported of [60, 0]) {
    expect(await runAdmin(api.databaseUrl, ['import', other.email, file])).toEqual(
      succeeded(`${imported} of 60 notes are new and imported for ${other.email}.\n`),
    )
  }
  const second = testInfo.outputPath('b.zip')
  await runAdmin(api.databaseUrl, ['export', other.email, second])
  const copied = await textsIn(await readFile(second))
  expect(compareLists(notes, copied)).toMatchObject({ missing: 0, added: 0, furthest: 0 })
  expect(await listNotes(api, user)).toEqual(notes)
})

test('an export holds versions of notes, which an import leaves out', async ({ api, user }, testInfo) => {
  const ids = [await user.addNote('uno'), await user.addNote('dos')]
  const [id = ''] = ids
  await user.changeNote(id, 'UNO', '')
  await execute(api, 'UPDATE notes SET kept_at = 1 WHERE id = ?', id)
  await user.changeNote(id, 'Uno', 'pan')
  const file = testInfo.outputPath('a.zip')
  await runAdmin(api.databaseUrl, ['export', user.email, file])
  const versions = jsonOf(await user.call('GET', `/api/notes/${id}/versions`)) as object[]
  expect(versions).toMatchObject([{ title: 'UNO' }, { title: 'uno' }])
  const { notes } = JSON.parse((await readZip(file))['notas.json'] ?? '')
  const texts = { title: 'Uno', content: 'pan', file: 'notas/Uno.md' }
  expect(notes).toEqual([
    { _id: id, ...texts, versions },
    { _id: ids[1], title: 'dos', content: '', file: 'notas/dos.md' },
  ])

  const other = await createUser(api)
  await runAdmin(api.databaseUrl, ['import', other.email, file])
  const imported = await listNotes(api, other)
  expect(imported.map(({ title, content }) => [title, content])).toEqual([
    ['Uno', 'pan'],
    ['dos', ''],
  ])
  for (const { _id } of imported)
    expect(jsonOf(await other.call('GET', `/api/notes/${_id}/versions`))).toEqual([])
})

test('an export replaces no file; a wrong email or path is one sentence', async ({ api, user }, testInfo) => {
  const file = testInfo.outputPath('a.zip')
  await writeFile(file, 'mine')
  const missing = testInfo.outputPath('none/a.zip')
  const cases: [args: string[], errors: string][] = [
    [['export', 'nadie@correo.es', file], "There is no user with the email 'nadie@correo.es'.\n"],
    [['import', 'nadie@correo.es', file], "There is no user with the email 'nadie@correo.es'.\n"],
    [['export', user.email, file], `There is no export: EEXIST: file already exists, open '${file}'.\n`],
    [
      ['export', user.email, missing],
      `There is no export: ENOENT: no such file or directory, open '${missing}'.\n`,
    ],
    [
      ['import', user.email, missing],
      `${missing} cannot be read: ENOENT: no such file or directory, open '${missing}'.\n`,
    ],
  ]
  const runs = cases.map(([args]) => runAdmin(api.databaseUrl, args))
  expect(await Promise.all(runs)).toEqual(cases.map(([, errors]) => failed(errors)))
  expect(await readFile(file, 'utf8')).toBe('mine')
  expect(await listNotes(api, user)).toEqual([])
})

test('the notes of a text that one note cannot hold are counted as they are stored', async ({
  api,
  user,
}, testInfo) => {
  const file = testInfo.outputPath('Diario.txt')
  await writeFile(file, 'Hoy llueve.\n'.repeat(40_000))
  for (const imported of [3, 0])
    expect(await runAdmin(api.databaseUrl, ['import', user.email, file])).toEqual(
      succeeded(`${imported} of 3 notes are new and imported for ${user.email}.\n`),
    )
  const titles = (await listNotes(api, user)).map(({ title }) => title)
  expect(titles).toEqual(['Diario (1 de 3)', 'Diario (2 de 3)', 'Diario (3 de 3)'])
})

test('an import takes the room of versions', async ({ api, user }, testInfo) => {
  const id = await user.addNote('uno')
  await user.changeNote(id, 'dos', '')
  const file = testInfo.outputPath('a.zip')
  const versions = async () => jsonOf(await user.call('GET', `/api/notes/${id}/versions`))
  for (const [title, kept] of [
    ['seis b', 1],
    ['siete b', 0],
  ] as const) {
    await writeFile(file, exportOf([{ title, content: '' }]))
    const { code } = await runAdmin(api.databaseUrl, ['import', user.email, file], '', {
      BYTES_PER_USER: '1218',
    })
    expect([code, await versions()]).toEqual([0, kept === 1 ? [expect.anything()] : []])
  }
})

test('what cannot be imported is named, and all the rest is imported', async ({ api, user }, testInfo) => {
  const file = testInfo.outputPath('a.zip')
  const long = { title: `\u001b[2J${'T'.repeat(501)}`, content: '' }
  await writeFile(file, exportOf([{ title: 'Uno', content: '' }, long, { title: 'Dos', content: '' }]))
  expect(await runAdmin(api.databaseUrl, ['import', user.email, file])).toEqual({
    code: 2,
    output: `2 of 3 notes are new and imported for ${user.email}.\n`,
    errors: `Not imported:\n?[2J${'T'.repeat(76)}: El título es demasiado largo: como mucho, 500 caracteres.\n`,
  })
  expect((await listNotes(api, user)).map(({ title }) => title)).toEqual(['Uno', 'Dos'])
})

test('a file without notes is refused, with the reason if it is damaged', async ({ api, user }, testInfo) => {
  const damaged = testInfo.outputPath('a.zip')
  await writeFile(damaged, exportOf([{ title: 'Uno', content: 'Pan' }]).subarray(0, 100))
  expect(await runAdmin(api.databaseUrl, ['import', user.email, damaged])).toEqual(
    failed(
      `There are no notes in ${damaged}.\n${damaged}: El archivo está dañado o incompleto. Descárgalo otra vez.\n`,
    ),
  )
  const photo = testInfo.outputPath('a.jpg')
  await writeFile(photo, 'x')
  expect(await runAdmin(api.databaseUrl, ['import', user.email, photo])).toEqual(
    failed(`There are no notes in ${photo}.\n${photo}: Es un adjunto: no se importa.\n`),
  )
  const unknown = testInfo.outputPath('a.bin')
  await writeFile(unknown, 'x')
  const hint =
    'Si son notas de otra aplicación, expórtalas como Markdown, texto o HTML. En Notion: Exportar, Markdown y CSV.'
  expect(await runAdmin(api.databaseUrl, ['import', user.email, unknown])).toEqual(
    failed(`There are no notes in ${unknown}.\n${unknown}: No es un archivo de notas conocido.\n${hint}\n`),
  )
  expect(await listNotes(api, user)).toEqual([])
})

test('trashed notes are left out and counted, and each file without notes is named', async ({
  api,
  user,
}, testInfo) => {
  const file = testInfo.outputPath('a.zip')
  const { content } = simplenoteFile(
    'notes.json',
    [{ content: 'Uno' }],
    [{ content: 'Dos' }, { content: 'Tres' }],
  )
  await writeFile(
    file,
    zipOf([
      { name: 'source/notes.json', content },
      ...['foto.jpg', 'casa.jpg', 'acta.pdf'].map((name) => ({ name })),
    ]),
  )
  expect(await runAdmin(api.databaseUrl, ['import', user.email, file])).toEqual(
    succeeded(
      [
        'Trashed notes left out: 2.',
        '2 fotos y 1 archivo no se importan: Notas guarda texto.',
        'Files without notes:',
        `${file}/foto.jpg: Es un adjunto: no se importa.`,
        `${file}/casa.jpg: Es un adjunto: no se importa.`,
        `${file}/acta.pdf: Es un adjunto: no se importa.`,
        `1 of 1 notes are new and imported for ${user.email}.\n`,
      ].join('\n'),
    ),
  )
  expect((await listNotes(api, user)).map(({ title }) => title)).toEqual(['Uno'])
})

test('a full account takes what fits, and the command says how much', async ({ api, user }, testInfo) => {
  const file = testInfo.outputPath('a.zip')
  await writeFile(file, exportOf([...oddNotes(10, seeded(1)), { title: 'T'.repeat(501), content: '' }]))
  const run = await runAdmin(api.databaseUrl, ['import', user.email, file], '', { NOTES_PER_USER: '4' })
  expect(run).toEqual({
    code: 2,
    output: '',
    errors: `4 notes were imported: the account is full.\nNot imported:\n${'T'.repeat(80)}: El título es demasiado largo: como mucho, 500 caracteres.\n`,
  })
  expect(await listNotes(api, user)).toHaveLength(4)
})
