import assert from 'node:assert/strict'
import { expect, test } from '@playwright/test'
import { diff3Merge } from 'node-diff3'
import { mergeNotes } from '@/lib/domain/merge'
import { fc } from '../support/properties'

const AROUND = '\n- [ ]\n\n- [ ]\n'
/** A whole note, and a part of one. */
const NOTES = [(text: string) => text, (text: string) => AROUND + text + AROUND]

const CASES: [name: string, base: string, mine: string, theirs: string, merged: string][] = [
  ['different lines changed', 'a\nb\nc', 'A\nb\nc', 'a\nb\nC', 'A\nb\nC'],
  ['a line added at either end', 'a\nb\nc', '0\na\nb\nc', 'a\nb\nc\nd', '0\na\nb\nc\nd'],
  ['a line of mine deleted, another of theirs changed', 'a\nb\nc', 'b\nc', 'a\nb\nC', 'b\nC'],
  ['lines deleted on both sides', 'a\nb\nc\nd\ne', 'b\nc\nd\ne', 'a\nb\nc\nd', 'b\nc\nd'],
  ['the last line without its end', 'a\nb\nc', 'A\nb\nc', 'a\nb\nc\n', 'A\nb\nc\n'],
  ['a paragraph each, a blank line between them', 'a\n\nb', 'A\n\nb', 'a\n\nB', 'A\n\nB'],
  ['lines added before and after an unchanged one', 'a', 'm\na', 'a\nt', 'm\na\nt'],
  ['paragraphs added before and after one', 'a', 'm\n\na', 'a\n\nt', 'm\n\na\n\nt'],
  ['lines deleted before and after an unchanged one', 'm\na\nt', 'a\nt', 'm\na', 'a'],
  ['equal lines', '*\n*\n*', 'm\n*\n*', '*\n*\nt', 'm\n*\nt'],
  ['blank lines', '\n\n\n', 'm\n\n\n', '\n\n\nt', 'm\n\n\nt'],
  ['both added a blank line, each another one', 'a\nb\nc', 'a\n\nb\nc', 'a\nb\n\nc', 'a\n\nb\n\nc'],
  ['a line moved, another changed', 'a\nb\nc\nd\ne', 'b\nc\na\nd\ne', 'a\nb\nc\nd\nE', 'b\nc\na\nd\nE'],
  ['each moved a line', 'a\nb\nx\nc\nd', 'b\na\nx\nc\nd', 'a\nb\nx\nd\nc', 'b\na\nx\nd\nc'],
]

test('changes of both sides merge', () => {
  for (const [name, base, mine, theirs, merged] of CASES) {
    for (const textIn of NOTES) {
      const result = mergeNotes(note(textIn(base)), note(textIn(mine)), note(textIn(theirs)))
      expect(result, name).toEqual({ text: note(textIn(merged)), hasConflicts: false })
    }
  }
})

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

test('a conflict shows both sides', () => {
  for (const [name, base, mine, theirs, both] of CONFLICTS) {
    const content = both.replace(/\{(.*)\|(.*)\}/s, (_, one: string, other: string) =>
      withBoth(one ? [one] : [], other ? [other] : []).join('\n'),
    )
    for (const textIn of NOTES) {
      const result = mergeNotes(note(textIn(base)), note(textIn(mine)), note(textIn(theirs)))
      expect(result, name).toEqual({ text: note(textIn(content)), hasConflicts: true })
    }
  }
})

const TITLES: [base: string, mine: string, theirs: string, title: string, isConflict: boolean][] = [
  ['a', 'b', 'a', 'b', false],
  ['a', 'a', 'b', 'b', false],
  ['a', 'b', 'b', 'b', false],
  ['a', 'a', '', '', false],
  ['a', 'mía', 'suya', 'mía / suya', true],
]

test('titles merge, or both are shown, and do not conflict with contents', () => {
  for (const [base, mine, theirs, title, hasConflicts] of TITLES) {
    for (const content of ['x', 'y']) {
      const merged = mergeNotes(
        { title: base, content: 'x' },
        { title: mine, content: 'x' },
        { title: theirs, content },
      )
      expect(merged).toEqual({ text: { title, content }, hasConflicts })
    }
  }
})

test('many equal lines with changes throughout merge', () => {
  const mine = ['m', ...stars(998), 'm']
  const theirs = [...stars(500), 't', ...stars(499)]
  for (const [one, other] of [
    [mine, theirs],
    [theirs, mine],
  ] as const) {
    const { text, hasConflicts } = mergeNotes(joined(stars(1_000)), joined(one), joined(other))
    expect(hasConflicts).toBe(false)
    expect(text.content.split(/\n?\*\n?/).filter(Boolean)).toEqual(['m', 't', 'm'])
    expect(text.content.split('*')).toHaveLength(998)
  }
})

const EQUAL_LINES: [name: string, base: string[], mine: string[], theirs: string[], merged: string[]][] = [
  [
    'between two unique lines',
    ['*', 'punto', ...stars(1_000), 'coma', '*'],
    ['m', 'punto', 'm', ...stars(999), 'coma', 'm'],
    ['*', 'punto', ...stars(999), 't', 'coma', '*'],
    ['m', 'punto', 'm', ...stars(998), 't', 'coma', 'm'],
  ],
  [
    'after the last unique line',
    ['*', 'punto', ...stars(1_000)],
    ['m', 'punto', ...stars(999), 'm'],
    ['*', 'punto', 't', ...stars(999)],
    ['m', 'punto', 't', ...stars(998), 'm'],
  ],
]

test('many equal lines beside unique ones merge', () => {
  for (const [name, base, mine, theirs, merged] of EQUAL_LINES) {
    const result = mergeNotes(joined(base), joined(mine), joined(theirs))
    expect(result, name).toEqual({ text: joined(merged), hasConflicts: false })
  }
})

for (const [changed, isCompared] of [
  [500, true],
  [501, false],
] as const) {
  test(`${changed} changed lines between two unique lines ${isCompared ? 'are compared' : 'conflict as a whole'}`, () => {
    const version = (name: string) =>
      lines(2 * changed - 1, (place) => (place % 2 ? `${place}` : `${name} ${place}`))
    const base = version('base')
    const mine = version('mía')
    const theirs = base.with(0, 'suya')
    const around = (part: string[]) => joined(['antes', ...part, 'después'])
    const merged = isCompared ? [...withBoth(['mía 0'], ['suya']), ...mine.slice(1)] : withBoth(mine, theirs)
    expect(mergeNotes(around(base), around(mine), around(theirs))).toEqual({
      text: around(merged),
      hasConflicts: true,
    })
  })
}

/** Notes that a cubic algorithm would compare for minutes or hours. */
const LONGEST: [name: string, base: string[]][] = [
  ['of blank lines', lines(199_000, () => '')],
  ['of equal lines', lines(99_000, () => 'a')],
  ['of two alternating lines', lines(99_000, (line) => 'ab'.charAt(line % 2))],
  ['of different lines', lines(33_000, (line) => `${line}`)],
  ['of lines that occur twice', lines(33_000, (line) => `${line % 16_500}`)],
  ['of paragraphs', lines(30_000, (line) => (line % 2 ? '' : `línea ${line}`))],
]

for (const [name, base] of LONGEST) {
  test(`the longest note ${name} merges, and loses nothing when reversed or with parts moved`, {
    tag: '@slow',
  }, () => {
    const place = Math.floor(base.length / 3)
    const mine = base.with(place, 'mía')
    const theirs = base.with(2 * place, 'suya')
    const merged = mergeNotes(joined(base), joined(mine), joined(theirs))
    const expected = joined(mine.with(2 * place, 'suya'))
    expect(merged.hasConflicts).toBe(false)
    expect(merged.text.content === expected.content).toBe(true)

    for (const moved of [theirs.toReversed(), [...theirs.slice(place), ...theirs.slice(0, place)]]) {
      const { text } = mergeNotes(joined(base), joined(mine), joined(moved))
      const found = new Set(text.content.split('\n'))
      expect([...mine, ...moved].filter((line) => /mía|suya/.test(line) && !found.has(line))).toEqual([])
    }
  })
}

for (const [at, textIn] of NOTES.entries()) {
  const kind = ['a note', 'a part of a note'][at]
  for (const repeats of [0, 0.3, 0.8]) {
    test(`edits of both sides in ${kind}, ${100 * repeats} % of it repeated, lose no line`, () => {
      let clean = 0
      const edits = fc.property(editedTwice(repeats), ({ base, mine, theirs, hasMoved }) => {
        const versions = [base, mine, theirs].map((lines) => note(textIn(lines.join('\n')))) as Versions
        const { text, hasConflicts } = mergeNotes(...versions)
        if (!hasConflicts) clean += 1

        const lines = text.content.split('\n')
        const written = [...mine, ...theirs].filter((line) => /^[mt]/.test(line))
        const [unchanged, deleted] = splitBase(base, mine, theirs)
        assert.deepEqual(
          [...written, ...unchanged].filter((line) => !lines.includes(line)),
          [],
          'lost',
        )
        assert.equal(
          mergeNotes(versions[0], versions[2], versions[1]).hasConflicts,
          hasConflicts,
          'one-sided',
        )

        // Repeated or moved lines have several correct merges.
        if (repeats > 0 || hasMoved) return
        assert.equal(text.content, textIn(mergedAtOnce(base, mine, theirs)))
        if (hasConflicts) return
        assert.deepEqual(
          lines.filter((line) => deleted.includes(line)),
          [],
          'not deleted',
        )
      })
      fc.assert(edits, { numRuns: 1_000 })
      expect(clean).toBeGreaterThan(100)
    })
  }

  test(`when only one side changed ${kind}, the merge is that side`, () => {
    const lines = fc.array(fc.constantFrom('', 'a', 'b', '- [ ]', ' '), { maxLength: 8 })
    const text = lines.map((all) => textIn(all.join('\n')))
    const oneSided = fc.property(text, text, (base, changed) => {
      for (const [mine, theirs] of [
        [changed, base],
        [base, changed],
        [changed, changed],
      ] as const) {
        const { text, hasConflicts } = mergeNotes(note(base), note(mine), note(theirs))
        assert.deepEqual({ content: text.content, hasConflicts }, { content: changed, hasConflicts: false })
      }
    })
    fc.assert(oneSided, { numRuns: 1_000 })
  })
}

type Versions = Parameters<typeof mergeNotes>

/**
 * Generates a text of up to 11 lines and two edits of it. The first edit may move a block.
 *
 * @param repeats share of lines that are not unique
 */
function editedTwice(repeats: number) {
  const isBlank = chance(repeats)
  const base = fc
    .array(fc.tuple(isBlank, fc.constantFrom('', '', '---', '- [ ]')), { maxLength: 11 })
    .map((all) => all.map(([isRepeated, text], place) => (isRepeated ? text : `${place}`)))
  return base.chain((lines) =>
    fc
      .record({
        mine: edited(lines, 'm', repeats),
        theirs: edited(lines, 't', repeats),
        hasMoved: chance(0.2),
        from: fc.nat(12),
        length: fc.integer({ min: 1, max: 3 }),
        to: fc.nat(12),
      })
      .map(({ mine, theirs, hasMoved, from, length, to }) => ({
        base: lines,
        mine: hasMoved ? moved(mine, from, length, to) : mine,
        theirs,
        hasMoved,
      })),
  )
}

/** Unique lines get a name that occurs once, so that each can be traced. */
function edited(base: string[], side: 'm' | 't', repeats: number): fc.Arbitrary<string[]> {
  const edit = fc.record({
    isAdded: chance(0.1),
    hasNoName: chance(repeats / 2),
    isDeleted: chance(0.1),
    isChanged: chance(0.1),
  })
  return fc.array(edit, { minLength: base.length + 1, maxLength: base.length + 1 }).map((edits) =>
    edits.flatMap(({ isAdded, hasNoName, isDeleted, isChanged }, place) => {
      const added = isAdded ? [hasNoName ? '' : `${side}${place}`] : []
      const line = base[place]
      if (line === undefined || isDeleted) return added
      return [...added, isChanged ? `${side}${place} otra` : line]
    }),
  )
}

function chance(probability: number): fc.Arbitrary<boolean> {
  return fc.integer({ min: 1, max: 100 }).map((number) => number <= 100 * probability)
}

function moved(text: string[], from: number, length: number, to: number): string[] {
  const rest = [...text]
  const block = rest.splice(from % Math.max(text.length, 1), length)
  return rest.toSpliced(to % (rest.length + 1), 0, ...block)
}

/** Splits the unique lines into those that both sides have, and the others. */
function splitBase(
  base: string[],
  mine: string[],
  theirs: string[],
): [unchanged: string[], deleted: string[]] {
  const named = base.filter((line) => /^\d/.test(line))
  const isUnchanged = (line: string) => mine.includes(line) && theirs.includes(line)
  return [named.filter(isUnchanged), named.filter((line) => !isUnchanged(line))]
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
