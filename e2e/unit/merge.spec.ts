import { expect, test } from '@playwright/test'
import { diff3Merge } from 'node-diff3'
import { mergeNotes } from '@/lib/domain/merge'
import { chooseSeed, type Random, seeded } from '../faults/harness/random'

const AROUND = '\n- [ ]\n\n- [ ]\n'
const NOTES: [kind: string, textIn: (text: string) => string][] = [
  ['a note', (text) => text],
  ['a part of a note', (text) => AROUND + text + AROUND],
]

const CASES: [name: string, base: string, mine: string, theirs: string, merged: string][] = [
  ['nothing changed', 'a\nb', 'a\nb', 'a\nb', 'a\nb'],
  ['only mine changed', 'a\nb', 'a\nB', 'a\nb', 'a\nB'],
  ['only theirs changed', 'a\nb', 'a\nb', 'A\nb', 'A\nb'],
  ['both made the same change', 'a\nb', 'a\nc', 'a\nc', 'a\nc'],
  ['different lines changed', 'a\nb\nc', 'A\nb\nc', 'a\nb\nC', 'A\nb\nC'],
  ['a line added at either end', 'a\nb\nc', '0\na\nb\nc', 'a\nb\nc\nd', '0\na\nb\nc\nd'],
  ['a line of mine deleted, another of theirs changed', 'a\nb\nc', 'b\nc', 'a\nb\nC', 'b\nC'],
  ['lines deleted on both sides', 'a\nb\nc\nd\ne', 'b\nc\nd\ne', 'a\nb\nc\nd', 'b\nc\nd'],
  ['both deleted the same line', 'a\nb\nc', 'a\nc', 'a\nc', 'a\nc'],
  ['everything empty', '', '', '', ''],
  ['an empty note that only I filled', '', 'a', '', 'a'],
  ['a note that only they emptied', 'a\nb', 'a\nb', '', ''],
  ['the last line without its end', 'a\nb\nc', 'A\nb\nc', 'a\nb\nc\n', 'A\nb\nc\n'],
  ['a paragraph each, a blank line between them', 'a\n\nb', 'A\n\nb', 'a\n\nB', 'A\n\nB'],
  ['lines added before and after one that both kept', 'a', 'm\na', 'a\nt', 'm\na\nt'],
  ['paragraphs added before and after one', 'a', 'm\n\na', 'a\n\nt', 'm\n\na\n\nt'],
  ['lines deleted before and after one that both kept', 'm\na\nt', 'a\nt', 'm\na', 'a'],
  ['equal lines', '*\n*\n*', 'm\n*\n*', '*\n*\nt', 'm\n*\nt'],
  ['blank lines', '\n\n\n', 'm\n\n\n', '\n\n\nt', 'm\n\n\nt'],
  ['both added the same blank line', 'a\nb', 'a\n\nb', 'a\n\nb', 'a\n\nb'],
  ['both added a blank line, each another one', 'a\nb\nc', 'a\n\nb\nc', 'a\nb\n\nc', 'a\n\nb\n\nc'],
  ['a line moved, another changed', 'a\nb\nc\nd\ne', 'b\nc\na\nd\ne', 'a\nb\nc\nd\nE', 'b\nc\na\nd\nE'],
  ['both moved the same line', 'a\nb\nc', 'b\nc\na', 'b\nc\na', 'b\nc\na'],
  ['each moved a line', 'a\nb\nx\nc\nd', 'b\na\nx\nc\nd', 'a\nb\nx\nd\nc', 'b\na\nx\nd\nc'],
]

for (const [kind, textIn] of NOTES) {
  for (const [name, base, mine, theirs, merged] of CASES) {
    test(`merging ${kind}: ${name}`, () => {
      expect(mergeNotes(note(textIn(base)), note(textIn(mine)), note(textIn(theirs)))).toEqual({
        text: note(textIn(merged)),
        hasConflicts: false,
      })
    })
  }
}

const CONFLICTS: [name: string, base: string, mine: string, theirs: string, both: string][] = [
  ['the same line', 'a\nb\nc', 'a\nmía\nc', 'a\nsuya\nc', 'a\n{mía|suya}\nc'],
  ['a line that I deleted and they changed', 'a\nb\nc', 'a\nc', 'a\nsuya\nc', 'a\n{|suya}\nc'],
  ['an empty note that both filled', '', 'mía', 'suya', '{mía|suya}'],
  ['lines added at the same place', 'a', 'a\nmía', 'a\nsuya', 'a\n{mía|suya}'],
  ['lines added between the same two', 'a\nb', 'a\nmía\nb', 'a\nsuya\nb', 'a\n{mía|suya}\nb'],
  ['a line that I changed and they deleted', 'a\nb\nc', 'a\nmía\nc', 'a\nc', 'a\n{mía|}\nc'],
  ['lines that touch', 'a\nb\nc\nd', 'a\nmía\nc\nd', 'a\nb\nsuya\nd', 'a\n{mía\nc|b\nsuya}\nd'],
  ['a line added where they changed the next', 'a\nb', 'a\nmía\nb', 'a\nsuya', 'a\n{mía\nb|suya}'],
  ['one more of a line, and two more', 'a\n*', 'a\n*\n*', 'a\n*\n*\n*', 'a\n*\n{*|*\n*}'],
  ['a line that I moved and they changed', 'a\nb\nc', 'b\nc\na', 'suya\nb\nc', '{|suya}\nb\nc\na'],
]

for (const [kind, textIn] of NOTES) {
  for (const [name, base, mine, theirs, both] of CONFLICTS) {
    test(`a conflict in ${kind}: ${name}`, () => {
      const content = both.replace(/\{(.*)\|(.*)\}/s, (_, one: string, other: string) =>
        withBoth(one ? [one] : [], other ? [other] : []).join('\n'),
      )
      expect(mergeNotes(note(textIn(base)), note(textIn(mine)), note(textIn(theirs)))).toEqual({
        text: note(textIn(content)),
        hasConflicts: true,
      })
    })
  }
}

const TITLES: [
  name: string,
  base: string,
  mine: string,
  theirs: string,
  title: string,
  isConflict: boolean,
][] = [
  ['only mine changed', 'a', 'b', 'a', 'b', false],
  ['only theirs changed', 'a', 'a', 'b', 'b', false],
  ['both made the same change', 'a', 'b', 'b', 'b', false],
  ['they emptied it', 'a', 'a', '', '', false],
  ['both changed it', 'a', 'mía', 'suya', 'mía / suya', true],
]

for (const [name, base, mine, theirs, title, hasConflicts] of TITLES) {
  test(`the title: ${name}`, () => {
    const titled = (text: string) => ({ title: text, content: 'x' })
    expect(mergeNotes(titled(base), titled(mine), titled(theirs))).toEqual({
      text: titled(title),
      hasConflicts,
    })
  })
}

test('a title that one changed and a text that the other changed are no conflict', () => {
  const merged = mergeNotes(
    { title: 'a', content: 'x' },
    { title: 'b', content: 'x' },
    { title: 'a', content: 'y' },
  )
  expect(merged).toEqual({ text: { title: 'b', content: 'y' }, hasConflicts: false })
})

test('of too many equal lines with changes all over, both versions are kept whole', () => {
  const mine = ['m', ...stars(998), 'm']
  const theirs = [...stars(500), 't', ...stars(499)]
  const merge = (one: string[], other: string[]) =>
    mergeNotes(joined(stars(1_000)), joined(one), joined(other))
  expect(merge(mine, theirs)).toEqual({ text: joined(withBoth(mine, theirs)), hasConflicts: true })
  expect(merge(theirs, mine)).toEqual({ text: joined(withBoth(theirs, mine)), hasConflicts: true })
})

test('many equal lines between two others are merged as those of a whole note are', () => {
  const part = (first: string, many: string[], last: string) =>
    joined([first, 'punto', ...many, 'coma', last])
  const { text, hasConflicts } = mergeNotes(
    part('*', stars(1_000), '*'),
    part('m', ['m', ...stars(999)], 'm'),
    part('*', [...stars(999), 't'], '*'),
  )
  expect(text).toEqual(part('m', ['m', ...stars(998), 't'], 'm'))
  expect(hasConflicts).toBe(false)
})

test('what is too long to compare leaves the rest to be compared', () => {
  const { text } = mergeNotes(
    joined([...stars(1_000), 'punto', ...'qpqpqpq']),
    joined(['m', ...stars(998), 'm', 'punto', ...'mpqpqpm']),
    joined([...stars(500), 't', ...stars(499), 'punto', ...'qptpqpq']),
  )
  expect(text.content).toMatch(/— Fin —\npunto\nm\np\nt\np\nq\np\nm$/)
})

test('many parts, none too long on its own, are compared up to a limit in all', () => {
  const part = lines(241, (line) => 'qp'.charAt(line % 2))
  const parts = (part: string[]) => joined(lines(20, (place) => [...part, `punto ${place}`].join('\n')))
  const { text } = mergeNotes(
    parts(part),
    parts(part.with(0, 'm').with(240, 'm')),
    parts(part.with(120, 't')),
  )
  const conflicts = text.content.split('— Fin —').length - 1
  expect(conflicts).toBeGreaterThan(10)
  expect(conflicts).toBeLessThan(20)
})

/** Each would keep the library busy for minutes or hours. */
const LONGEST: [name: string, base: string[]][] = [
  ['of blank lines', lines(199_000, () => '')],
  ['of equal lines', lines(99_000, () => 'a')],
  ['of two lines in turns', lines(99_000, (line) => 'ab'.charAt(line % 2))],
  ['of different lines', lines(33_000, (line) => `${line}`)],
  ['of lines that stand there twice', lines(33_000, (line) => `${line % 16_500}`)],
  ['of paragraphs', lines(30_000, (line) => (line % 2 ? '' : `línea ${line}`))],
]

for (const [name, base] of LONGEST) {
  test(`the longest note ${name} is merged, and turned round or with parts moved it loses nothing`, () => {
    const place = Math.floor(base.length / 3)
    const mine = base.with(place, 'mía')
    const theirs = base.with(2 * place, 'suya')
    const merged = mergeNotes(joined(base), joined(mine), joined(theirs))
    const expected = joined(mine.with(2 * place, 'suya'))
    expect(merged.hasConflicts).toBe(false)
    expect(merged.text.content === expected.content).toBe(true)

    for (const moved of [theirs.toReversed(), [...theirs.slice(place), ...theirs.slice(0, place)]]) {
      const { text } = mergeNotes(joined(base), joined(mine), joined(moved))
      const kept = new Set(text.content.split('\n'))
      expect([...mine, ...moved].filter((line) => /mía|suya/.test(line) && !kept.has(line))).toEqual([])
    }
  })
}

for (const [kind, textIn] of NOTES) {
  for (const repeats of [0, 0.3, 0.8]) {
    test(`whatever both edit in ${kind}, ${100 * repeats} % of it repeated, no line is lost`, () => {
      const seed = chooseSeed()
      const random = seeded(seed)
      const wrong: object[] = []
      let clean = 0
      for (let round = 0; round < 1_000; round++) {
        const base = randomLines(random, repeats)
        const hasMoved = random.chance(0.2)
        const mine = moved(random, edited(random, base, 'm', repeats), hasMoved)
        const theirs = edited(random, base, 't', repeats)
        const versions = [base, mine, theirs].map((lines) => note(textIn(lines.join('\n')))) as Versions
        const { text, hasConflicts } = mergeNotes(...versions)
        const tell = (what: string, line?: string) => wrong.push({ round, what, line, base, mine, theirs })

        const lines = text.content.split('\n')
        const written = [...mine, ...theirs].filter((line) => /^[mt]/.test(line))
        const [kept, deleted] = keptAndDeleted(base, mine, theirs)
        for (const line of [...written, ...kept]) if (!lines.includes(line)) tell('lost', line)
        if (mergeNotes(versions[0], versions[2], versions[1]).hasConflicts !== hasConflicts) tell('one-sided')
        if (!hasConflicts) clean += 1

        // Which of equal lines was added or deleted, and which was moved past which, is a matter of opinion.
        if (repeats > 0 || hasMoved) continue
        if (text.content !== textIn(mergedAtOnce(base, mine, theirs))) tell('unlike the library')
        if (hasConflicts) continue
        for (const line of lines) if (deleted.includes(line)) tell('undeleted', line)
      }
      expect(wrong, `FAULTS_SEED=${seed}`).toEqual([])
      expect(clean, `FAULTS_SEED=${seed}`).toBeGreaterThan(100)
    })
  }

  test(`where only one side changed ${kind}, the merge is that side, whatever it did`, () => {
    const seed = chooseSeed()
    const random = seeded(seed)
    const text = () =>
      textIn(lines(random.below(8), () => random.pick(['', 'a', 'b', '- [ ]', ' '])).join('\n'))
    const wrong: object[] = []
    for (let round = 0; round < 1_000; round++) {
      const [base, changed] = [text(), text()]
      for (const [mine, theirs] of [
        [changed, base],
        [base, changed],
        [changed, changed],
      ] as const) {
        const merged = mergeNotes(note(base), note(mine), note(theirs))
        if (merged.hasConflicts || merged.text.content !== changed) wrong.push({ base, mine, theirs, merged })
      }
    }
    expect(wrong, `FAULTS_SEED=${seed}`).toEqual([])
  })
}

type Versions = Parameters<typeof mergeNotes>

function randomLines(random: Random, repeats: number): string[] {
  return lines(random.below(12), (line) =>
    random.chance(repeats) ? random.pick(['', '', '---', '- [ ]']) : `${line}`,
  )
}

/** Names are given once, so that a line found again is that line. */
function edited(random: Random, base: string[], side: 'm' | 't', repeats: number): string[] {
  return [...base, undefined].flatMap((line, place) => {
    const name = random.chance(repeats / 2) ? '' : `${side}${place}`
    const added = random.chance(0.1) ? [name] : []
    if (line === undefined || random.chance(0.1)) return added
    return random.chance(0.1) ? [...added, `${side}${place} otra`] : [...added, line]
  })
}

function moved(random: Random, text: string[], isMoved: boolean): string[] {
  if (!isMoved) return text
  const rest = [...text]
  const block = rest.splice(random.below(text.length), random.between(1, 3))
  return rest.toSpliced(random.below(rest.length + 1), 0, ...block)
}

/** Of the lines that have a name of their own. */
function keptAndDeleted(
  base: string[],
  mine: string[],
  theirs: string[],
): [kept: string[], deleted: string[]] {
  const named = base.filter((line) => /^\d/.test(line))
  const isKept = (line: string) => mine.includes(line) && theirs.includes(line)
  return [named.filter(isKept), named.filter((line) => !isKept(line))]
}

function mergedAtOnce(base: string[], mine: string[], theirs: string[]): string {
  const split = (lines: string[]) => lines.join('\n').split('\n')
  return diff3Merge(split(mine), split(base), split(theirs))
    .flatMap(({ ok, conflict }) => ok ?? (conflict ? withBoth(conflict.a, conflict.b) : []))
    .join('\n')
}

function withBoth(mine: string[], theirs: string[]): string[] {
  return ['— Mi versión —', ...mine, '— La otra versión —', ...theirs, '— Fin —']
}

function stars(count: number): string[] {
  return Array<string>(count).fill('*')
}

function lines(count: number, line: (place: number) => string): string[] {
  return Array.from({ length: count }, (_, place) => line(place))
}

function note(content: string) {
  return { title: 'Plantas', content }
}

function joined(lines: string[]) {
  return note(lines.join('\n'))
}
