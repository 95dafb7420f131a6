import { expect, test } from '@playwright/test'
import { type NoteText, normalizedForForm } from '@/lib/domain/note'
import { withDetails } from '@/packages/note-formats/details'
import { matchNotes, type SourceNote } from '@/packages/note-formats/match-notes'
import { resultOf } from '@/packages/note-formats/steps'
import { fc } from '../../support/properties'

function missingNotes(sources: SourceNote[], notes: NoteText[]): SourceNote[] {
  const found = resultOf(matchNotes(sources, notes, normalizedForForm))
  return sources.filter((source) => !found.has(source))
}
const note = (title: string, content = '') => ({ title, content })
const source = (text: NoteText): SourceNote => ({ text })

const [bread, milk] = [note('Compra', 'Pan'), note('Compra', 'Leche')]
const bare = note('Viaje', 'Tren')
const dated = note('Viaje', 'Tren\n\n---\nCreada: 2023-07-28')
const [unix, dos] = [note('', 'a\nb'), note('', 'a\r\nb')]
const later = note('Viaje', 'Tren\n\n---\nCuaderno: Viajes\nEtiquetas: a, b\nCreada: 2024-01-02')
const OF_1_0_0 = [
  'Etiquetas: cocina, casa',
  'Cuaderno: Viajes',
  'Enlace: Guía — https://ejemplo.com/guia',
  'Adjunto no importado: billete.pdf',
  'Texto en el formato de Standard Notes: spreadsheet',
  'Tarea: hecha',
  'Creada: 2024-01-02 · Editada: 2024-01-03',
]
const own = note('Viaje', 'Tren\n\n---\nMaleta\nCreada: 2024-01-02')

const CASES: [name: string, sources: SourceNote[], notes: NoteText[], missing: number[]][] = [
  ['of equal notes the older one is there', [source(bread), source(milk), source(bread)], [bread], [0, 1]],
  ['a title is not mixed up with a content', [source(note('ab', 'c'))], [note('a', 'bc')], [0]],
  ['case counts', [source(note('Te'))], [note('te')], [0]],
  ['accents count', [source(note('Té'))], [note('Te')], [0]],
  ['spaces count', [source(note('te '))], [note('te')], [0]],
  ['an exact match comes before one with other line ends', [source(unix), source(dos)], [dos], [0]],
  ['a note imported with its dates is there without them', [source(bare)], [dated], []],
  ['a note imported without its dates is there with them', [source(dated)], [bare], []],
  ['a day may be another one in another time zone', [source(dated)], [later], []],
  ...OF_1_0_0.flatMap((line): [string, SourceNote[], NoteText[], number[]][] => [
    [`a note of 1.0.0 with '${line}' is there`, [source(bare)], [note('Viaje', `Tren\n\n---\n${line}`)], []],
    [`one that is only '${line}' too`, [source(note('Viaje'))], [note('Viaje', `---\n${line}`)], []],
  ]),
  ['equal notes find the one with their day first', [source(dated), source(later)], [later], [0]],
  ["lines of one's own at the end count", [source(note('Viaje', 'Tren\n\n---\nMaleta'))], [bare], [0]],
  ["a line of an import under one of one's own counts", [source(own)], [bare], [0]],
]

for (const [name, sources, notes, missing] of CASES) {
  test(name, () => {
    expect(missingNotes(sources, notes)).toEqual(missing.map((index) => sources[index]))
  })
}

const text = fc.record({
  title: fc.constantFrom('', 'a', 'b', 'a\n'),
  content: fc.constantFrom('', 'a', 'a\nb', 'a\r\nb', 'a\rb'),
})

test('each text is missing as often as the source has it more often than the host', () => {
  fc.assert(
    fc.property(fc.array(text), fc.array(text), (texts, notes) => {
      const missing = missingNotes(
        texts.map((one) => source(one)),
        notes,
      ).map((one) => one.text)
      for (const one of texts) {
        const count = (all: NoteText[]) => countOf(all, one)
        expect(count(missing)).toBe(Math.max(0, count(texts) - count(notes)))
      }
    }),
  )
})

test('a second import sends nothing, with the dates or without them', () => {
  const day = fc.constantFrom('', '2023-01-02', '2024-01-02')
  fc.assert(
    fc.property(fc.array(fc.tuple(text, day)), fc.array(text), fc.nat(), (dated, notes, sent) => {
      const without = dated.map(([one]) => source(one))
      const withDays = dated.map(([one, days]) => source(withDay(one, days)))
      const first = missingNotes(without, notes).slice(0, sent)
      const second = missingNotes(withDays, [...notes, ...first.map((one) => one.text)])
      const stored = [...notes, ...[...first, ...second].map((one) => one.text)]
      expect(missingNotes(without, stored)).toEqual([])
      expect(missingNotes(withDays, stored)).toEqual([])
    }),
  )
})

function withDay({ title, content }: NoteText, day: string): NoteText {
  return { title, content: day ? withDetails(content, [`Creada: ${day}`]) : content }
}

function countOf(texts: NoteText[], { title, content }: NoteText): number {
  const wanted = JSON.stringify(normalizedForForm({ title, content }))
  return texts.filter((one) => JSON.stringify(normalizedForForm(one)) === wanted).length
}
