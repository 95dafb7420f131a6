import { inspect } from 'node:util'
import { readNotes } from '@/packages/note-formats'
import type { SourceFile } from '@/packages/note-formats/entry'
import type { Survey } from '@/packages/note-formats/survey'
import { decodeText } from '@/packages/note-formats/text/decode-text'
import { type Random, seeded } from '../../support/random'
import { bytesOf, joined, sourceFile } from '../../support/transfer/archives'
import { damaged } from '../files/damage'
import { FORMATS, type Format, type Words } from '../files/formats'
import { type Conditions, createRecorder, type Result } from '../harness/scenario'

/** `files` of each format are damaged, and `long` ones are read at two lengths, or more. */
type Counts = { files: number; long: number }

const MEBIBYTE = 1024 * 1024

/** A file of twice the length takes twice the time, or four times where that is quadratic. */
const MAX_RATIO = 3
/** Memory slows one of these doublings down, and a busy machine any; only a quadratic reader is over at each. */
const DOUBLED_MEBIBYTES = [1, 0.5, 0.25]
const MEASURABLE_MS = 20
const LONG_MS = 2000
const TRIES = 5

/** Less of a note's text may be missing and is not named. */
const NAMED_SHARE = 0.05

/** Damaged and odd files of each format: none stops the reader, no text is lost unsaid, and twice the length takes twice the time. */
export async function files(
  { first, report }: Pick<Conditions, 'report'> & { first: number },
  { files, long }: Counts,
): Promise<Result> {
  const { result, count, fault } = createRecorder()
  const { warn } = console
  for (const [name, format] of Object.entries(FORMATS)) {
    for (let number = 0; number < files; number++) {
      const again = `npm run faults -- files --count 1 --seed ${first + number}`
      const problem = await problemOf(format, seeded(first + number))
      if (problem) fault(problem.kind, `${name}, ${again}: ${problem.text}`)
      count(name)
      report(`${name}: ${number} of ${files} files`)
    }
    for (let number = 0; number < long; number++) {
      const { piece, ratio } = await growthOf(format, seeded(first + number))
      if (ratio > MAX_RATIO)
        fault('quadratic', `${name}, of ${JSON.stringify(piece)}: ${ratio.toFixed(1)} times as long`)
      count(`long ${name}`)
    }
  }
  return result

  async function problemOf(
    format: Format,
    random: Random,
  ): Promise<{ kind: string; text: string } | undefined> {
    const notes = wordsOf(random)
    const isText = format.shown !== undefined
    const bytes = damaged(bytesOf(format.make(notes, random)), random, format.pieces, isText)
    // The reader logs what is no reason of its own, and goes on.
    let defect: unknown
    console.warn = (cause) => {
      defect = cause
    }
    try {
      const survey = await readNotes([sourceFile(format.path, bytes)])
      if (defect) return { kind: 'defect', text: inspect(defect) }
      const lost = lostIn(format, bytes, notes, survey)
      if (lost.length === 0) return undefined
      return { kind: 'silent loss', text: `${lost.join(' ')} of ${around(decodeText(bytes), lost[0] ?? '')}` }
    } catch (cause) {
      return { kind: 'crash', text: inspect(cause) }
    } finally {
      console.warn = warn
    }
  }
}

function wordsOf(random: Random): Words {
  let number = 0
  const word = () => `zq${String.fromCharCode(65 + number / 26, 65 + (number++ % 26))}zq`
  return Array.from({ length: 3 }, () => [word(), ...Array.from({ length: random.between(1, 8) }, word)])
}

/** Words that are shown and have not come, of notes that no problem can stand for: damage makes one of two at times. */
function lostIn(format: Format, bytes: Uint8Array, notes: Words, survey: Survey): string[] {
  const { problems, otherFiles } = survey
  if (otherFiles.length > 0 || problems.some(({ note }) => note === undefined)) return []
  const read = JSON.stringify(survey.notes)
  const shown = format.shown?.(decodeText(bytes), bytes)
  const lost = notes
    .map((words) => words.filter((word) => (shown?.includes(word) ?? true) && !read.includes(word)))
    .filter((words) => words.length > 0)
    .slice(2 * problems.length)
    .flat()
  const isMuch = lost.join('').length >= NAMED_SHARE * (shown ?? '').replace(/\s/g, '').length
  return isMuch ? lost : []
}

async function growthOf(format: Format, random: Random): Promise<{ piece: string; ratio: number }> {
  const piece = Array.from({ length: random.between(1, 3) }, () => random.pick(format.pieces)).join('')
  const word = 'zqzq'
  const [before = '', after = ''] = String(Buffer.from(bytesOf(format.make([['a', word]], random)))).split(
    word,
  )
  const fileOf = (length: number) =>
    sourceFile(
      format.path,
      joined(bytesOf(before), bytesOf(piece.repeat(length / bytesOf(piece).length)), bytesOf(after)),
    )
  let ratio = Infinity
  for (const mebibytes of DOUBLED_MEBIBYTES) {
    if (ratio <= MAX_RATIO) break
    ratio = Math.min(ratio, await ratioOf(fileOf(mebibytes * MEBIBYTE), fileOf(2 * mebibytes * MEBIBYTE)))
  }
  return { piece, ratio }
}

async function ratioOf(one: SourceFile, two: SourceFile): Promise<number> {
  let [short, long] = [Infinity, Infinity]
  for (let tries = 0; tries < TRIES; tries++) {
    short = Math.min(short, await cpuOf(one))
    long = Math.min(long, await cpuOf(two))
    if (long < MEASURABLE_MS) return 0
    if (long > LONG_MS || long / short <= MAX_RATIO) break
  }
  return long / short
}

async function cpuOf(file: SourceFile): Promise<number> {
  const since = process.cpuUsage()
  await readNotes([file])
  return process.cpuUsage(since).user / 1000
}

const CONTEXT = 300

function around(text: string, word: string): string {
  const at = text.indexOf(word)
  return JSON.stringify(text.slice(Math.max(0, at - CONTEXT), at + CONTEXT))
}
