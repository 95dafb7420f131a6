import { expect, test } from '@playwright/test'
import { mergeNotes } from '@/lib/domain/merge'
import { seeded } from '../faults/random'

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
  ['CRLF', 'a\r\nb\r\nc', 'A\r\nb\r\nc', 'a\r\nb\r\nC', 'A\r\nb\r\nC'],
]

for (const [name, base, mine, theirs, merged] of CASES) {
  test(`merging: ${name}`, () => {
    expect(mergeNotes(note(base), note(mine), note(theirs))).toEqual({
      text: note(merged),
      hasConflicts: false,
    })
  })
}

const CONFLICTS: [name: string, base: string, mine: string, theirs: string, both: string][] = [
  ['the same line', 'a\nb\nc', 'a\nmía\nc', 'a\nsuya\nc', 'a\n{mía|suya}\nc'],
  ['a line that I deleted and they changed', 'a\nb\nc', 'a\nc', 'a\nsuya\nc', 'a\n{|suya}\nc'],
  ['an empty note that both filled', '', 'mía', 'suya', '{mía|suya}'],
  ['lines added at the same place', 'a', 'a\nmía', 'a\nsuya', 'a\n{mía|suya}'],
]

for (const [name, base, mine, theirs, both] of CONFLICTS) {
  test(`a conflict: ${name}`, () => {
    const content = both.replace(/\{(.*)\|(.*)\}/, (_, one: string, other: string) =>
      ['— Mi versión —', ...(one ? [one] : []), '— La otra versión —', other, '— Fin —'].join('\n'),
    )
    expect(mergeNotes(note(base), note(mine), note(theirs))).toEqual({
      text: note(content),
      hasConflicts: true,
    })
  })
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

test('whatever both edit, no line that one of them wrote is lost, and one that nobody touched stays', () => {
  const random = seeded(1)
  const wrong: object[] = []
  let clean = 0
  for (let round = 0; round < 2_000; round++) {
    const base = Array.from({ length: random.below(12) }, (_, line) => `${line}`)
    const mine = edited(base, 'm')
    const theirs = edited(base, 't')
    const { text, hasConflicts } = mergeNotes(joined(base), joined(mine), joined(theirs))
    const lines = text.content.split('\n')

    const written = [...mine, ...theirs].filter((line) => /^[mt]/.test(line))
    const kept = base.filter((line) => mine.includes(line) && theirs.includes(line))
    for (const line of [...written, ...kept]) if (!lines.includes(line)) wrong.push({ round, lost: line })
    if (hasConflicts) continue
    clean += 1
    const deleted = base.filter((line) => !mine.includes(line) || !theirs.includes(line))
    for (const line of lines) if (deleted.includes(line)) wrong.push({ round, undeleted: line })
  }
  expect(wrong).toEqual([])
  expect(clean).toBeGreaterThan(200)

  /** Names are given once, so that a line found again is that line. */
  function edited(lines: string[], side: 'm' | 't'): string[] {
    return lines.concat('').flatMap((line, place) => {
      const added = random.chance(0.1) ? [`${side}${place}`] : []
      if (line === '' || random.chance(0.1)) return added
      return random.chance(0.1) ? [...added, `${side}${place} otra`] : [...added, line]
    })
  }
})

test('where only one side changed, the merge is that side, whatever it did', () => {
  const random = seeded(2)
  const text = () =>
    Array.from({ length: random.below(8) }, () => random.pick(['', 'a', 'b', 'a\r', ' '])).join('\n')
  const wrong: object[] = []
  for (let round = 0; round < 2_000; round++) {
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
  expect(wrong).toEqual([])
})

function note(content: string) {
  return { title: 'Plantas', content }
}

function joined(lines: string[]) {
  return note(lines.join('\n'))
}
