import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { reasonSentence } from '@/lib/domain/messages/note-formats'
import { matchNotes, readNotes, resultOf, selectNotes } from '@/packages/note-formats'

const SAMPLES = 'packages/note-formats/samples'
const EXPECTED = '.expected.json'

const SAMPLE_NAMES = readdirSync(SAMPLES).filter((name) => !name.endsWith(EXPECTED))

for (const name of SAMPLE_NAMES) {
  test(`the sample ${name} is read as the file beside it says`, async () => {
    const expected = JSON.parse(readFileSync(`${SAMPLES}/${name}${EXPECTED}`, 'utf8'))
    expect(await read(name)).toEqual(expected)
  })
}

test('a day is that of the person, wherever the note was written', async () => {
  const days = []
  for (const zone of ['America/Mexico_City', 'UTC']) {
    const { notes } = await inZone(zone, () => readNotes([fileOf('keep-evening.json')]))
    days.push(notes[0]?.createdOn)
  }
  expect(days).toEqual(['2026-03-09', '2026-03-10'])
})

test('what was imported of a sample is found again, from any time zone, with its dates and folders and without', async () => {
  for (const name of SAMPLE_NAMES) {
    const files = ['a', 'b'].map((folder) => ({ ...fileOf(name), path: `${folder}/${name}` }))
    const textsIn = (zone: string, keepsOrigin: boolean) =>
      inZone(zone, async () => {
        const { notes } = await readNotes(files)
        return resultOf(selectNotes(notes, { archived: true, trashed: true, keepsOrigin }))
      })
    for (const keepsOrigin of [true, false]) {
      const stored = await textsIn('Pacific/Honolulu', keepsOrigin)
      const again = await textsIn('Pacific/Kiritimati', !keepsOrigin)
      const texts = stored.map(({ text }) => text)
      const found = resultOf(matchNotes(again, texts))
      expect(
        again.filter((source) => !found.has(source)),
        name,
      ).toEqual([])
    }
  }
})

test('the notebook of Evernote is the name of its file, unless one was chosen alone', async () => {
  const { notes } = await readNotes(['enex-notebook-name.enex', 'enex-sup.enex'].map(fileOf))
  expect(notes.map(({ title, place }) => [title, place])).toEqual([
    ['Pan', 'Cuaderno: enex-notebook-name'],
    ['Fórmulas', 'Cuaderno: enex-sup'],
  ])
})

async function inZone<Result>(zone: string, work: () => Promise<Result>): Promise<Result> {
  const { TZ } = process.env
  process.env.TZ = zone
  try {
    return await work()
  } finally {
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  }
}

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
