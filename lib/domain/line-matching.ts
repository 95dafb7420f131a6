/** The same part of a text in its three versions. Each line is a number; equal lines have the same one. */
export type Stretch = { base: number[]; mine: number[]; theirs: number[] }

type Place = { base: number; mine: number; theirs: number }

/**
 * Cuts three versions at lines of the base that both others kept: only what lies between those is left to compare.
 * Among equal lines that keeps a line in its place, which the library may take for one added and another deleted.
 * Joined, the stretches are the versions. The lines are numbers below the count.
 */
export function stretchesOf({ base, mine, theirs }: Stretch, count: number): Stretch[] {
  const inMine = matchLines(base, mine, count)
  const inTheirs = matchLines(base, theirs, count)
  const stretches: Stretch[] = []
  let run: Place = { base: 0, mine: 0, theirs: 0 }
  let next = { ...run }
  for (let line = 0; line < base.length; line++) {
    const [mineLine, theirLine] = [inMine[line] as number, inTheirs[line] as number]
    if (mineLine < 0 || theirLine < 0) continue
    if (line > next.base || mineLine > next.mine || theirLine > next.theirs) {
      const place = { base: line, mine: mineLine, theirs: theirLine }
      stretches.push(between(run, next), between(next, place))
      run = place
      next = { ...place }
    }
    next.base++
    next.mine++
    next.theirs++
  }
  const end = { base: base.length, mine: mine.length, theirs: theirs.length }
  stretches.push(between(run, next), between(next, end))
  return stretches

  function between(from: Place, to: Place): Stretch {
    return {
      base: base.slice(from.base, to.base),
      mine: mine.slice(from.mine, to.mine),
      theirs: theirs.slice(from.theirs, to.theirs),
    }
  }
}

const UNKNOWN = -1
const REPEATED = -2

/** For each line of a text its place in the other one, always further on; below 0 where it is not known to be kept. */
function matchLines(text: number[], other: number[], count: number): Int32Array {
  const places = new Int32Array(text.length).fill(UNKNOWN)
  let [start, end, otherStart, otherEnd] = matchEnds(0, text.length, 0, other.length)

  const otherOnce = uniqueLinePositions(other, otherStart, otherEnd, count)
  const kept = uniqueLinePositions(text, start, end, count)
    .filter((place) => place >= 0 && (otherOnce[text[place] as number] as number) >= 0)
    .sort()
  const otherPlaces = kept.map((place) => otherOnce[text[place] as number] as number)
  for (const index of longestIncreasingSubsequence(otherPlaces)) {
    const [place, otherPlace] = [kept[index] as number, otherPlaces[index] as number]
    places[place] = otherPlace
    matchEnds(start, place, otherStart, otherPlace)
    start = place + 1
    otherStart = otherPlace + 1
  }
  matchEnds(start, end, otherStart, otherEnd)
  return places

  /** Answers with what is left between the lines that are the same at the start and at the end. */
  function matchEnds(start: number, end: number, otherStart: number, otherEnd: number) {
    while (start < end && otherStart < otherEnd && text[start] === other[otherStart]) {
      places[start++] = otherStart++
    }
    while (start < end && otherStart < otherEnd && text[end - 1] === other[otherEnd - 1]) {
      places[--end] = --otherEnd
    }
    return [start, end, otherStart, otherEnd] as const
  }
}

/** For each number below the count, the one place where that line stands in this part of a text, or below 0. */
function uniqueLinePositions(text: number[], start: number, end: number, count: number): Int32Array {
  const places = new Int32Array(count).fill(UNKNOWN)
  for (let place = start; place < end; place++) {
    const line = text[place] as number
    places[line] = places[line] === UNKNOWN ? place : REPEATED
  }
  return places
}

/** Indexes of as many of the numbers as ascend, by patience sorting. */
function longestIncreasingSubsequence(numbers: Int32Array): number[] {
  const before = new Int32Array(numbers.length)
  const ends: number[] = []
  numbers.forEach((number, index) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[ends[middle] as number] as number) < number) low = middle + 1
      else high = middle
    }
    before[index] = ends[low - 1] ?? UNKNOWN
    ends[low] = index
  })
  const ascent: number[] = []
  for (let index = ends.at(-1) ?? UNKNOWN; index >= 0; index = before[index] as number) ascent.push(index)
  return ascent.reverse()
}
