import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { reasonSentence } from '@/lib/domain/messages/note-formats'
import { readNotes } from '@/packages/note-formats'

const SAMPLES = 'packages/note-formats/samples'
const EXPECTED = '.expected.json'

for (const name of readdirSync(SAMPLES).filter((name) => !name.endsWith(EXPECTED))) {
  test(`the sample ${name} is read as the file beside it says`, async () => {
    const expected = JSON.parse(readFileSync(`${SAMPLES}/${name}${EXPECTED}`, 'utf8'))
    expect(await read(name)).toEqual(expected)
  })
}

test('a day is that of the person, wherever the note was written', async () => {
  const { TZ } = process.env
  try {
    const days = []
    for (const zone of ['America/Mexico_City', 'UTC']) {
      process.env.TZ = zone
      const { notes } = await readNotes([fileOf('keep-evening.json')])
      days.push(notes[0]?.createdOn)
    }
    expect(days).toEqual(['2026-03-09', '2026-03-10'])
  } finally {
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  }
})

test('the notebook of Evernote is the name of its file, unless one was chosen alone', async () => {
  const { notes } = await readNotes(['enex-notebook-name.enex', 'enex-sup.enex'].map(fileOf))
  expect(notes.map(({ title, place }) => [title, place])).toEqual([
    ['Pan', 'Cuaderno: enex-notebook-name'],
    ['Fórmulas', 'Cuaderno: enex-sup'],
  ])
})

/** What `NAME.expected.json` holds: notes in the order of the list, and what was not read, with its reason. */
async function read(name: string) {
  const { notes, problems, otherFiles } = await readNotes([fileOf(name)])
  return {
    notes: notes.map(({ title, content, place, details, state }) => ({
      title,
      content,
      lines: [place, ...details].filter(Boolean),
      state,
    })),
    unread: [...problems, ...otherFiles].map((problem) => {
      const path = problem.path.slice(name.length + 1)
      return [path, problem.reason, reasonSentence(problem)].filter(Boolean)
    }),
  }
}

function fileOf(name: string) {
  const bytes = readFileSync(`${SAMPLES}/${name}`)
  const read = async (start: number, end: number) => bytes.subarray(start, end)
  return { path: name, size: bytes.length, modifiedAt: 0, read }
}
