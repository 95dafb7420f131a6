import type { Survey } from '@/packages/note-formats/survey'
import { decodeText } from '@/packages/note-formats/text/decode-text'
import { type Random, seeded } from '../../support/random'
import { bytesOf, joined } from '../../support/transfer/archives'
import { damaged } from '../files/damage'
import { FORMATS, type Format, type Words } from '../files/formats'
import { createReader, type Reader, ReadingFault } from '../files/reader'
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
export async function files(conditions: FilesConditions, counts: Counts): Promise<Result> {
  const reader = await createReader()
  try {
    return await readFiles(reader, conditions, counts)
  } finally {
    await reader.stop()
  }
}

type FilesConditions = Pick<Conditions, 'report'> & { first: number }

async function readFiles(
  reader: Reader,
  { first, report }: FilesConditions,
  { files, long }: Counts,
): Promise<Result> {
  const { result, count, fault } = createRecorder()
  for (const [name, format] of Object.entries(FORMATS)) {
    for (let number = 0; number < files; number++) {
      const seed = first + number
      const again = `${name}, npm run faults -- files --count 1 --seed ${seed}`
      await checked(again, async () => {
        const { bytes, lost } = await lossOf(format, seeded(seed), reader)
        if (lost.length > 0)
          fault('silent loss', `${again}: ${lost.join(' ')} of ${around(decodeText(bytes), lost[0] ?? '')}`)
      })
      count(name)
      report(`${name}: ${number} of ${files} files`)
    }
    for (let number = 0; number < long; number++) {
      const random = seeded(first + number)
      const piece = Array.from({ length: random.between(1, 3) }, () => random.pick(format.pieces)).join('')
      const of = `${name}, of ${JSON.stringify(piece)}`
      await checked(of, async () => {
        const ratio = await growthOf(format, piece, random, reader)
        if (ratio > MAX_RATIO) fault('quadratic', `${of}: ${ratio.toFixed(1)} times as long`)
      })
      count(`long ${name}`)
    }
  }
  return result

  async function checked(file: string, check: () => Promise<void>): Promise<void> {
    try {
      await check()
    } catch (cause) {
      if (!(cause instanceof ReadingFault)) throw cause
      fault(cause.kind, `${file}: ${cause.message}`)
    }
  }
}

async function lossOf(format: Format, random: Random, reader: Reader) {
  const notes = wordsOf(random)
  const isText = format.shown !== undefined
  const bytes = damaged(bytesOf(format.make(notes, random)), random, format.pieces, isText)
  return { bytes, lost: lostIn(format, bytes, notes, await reader.surveyOf(format.path, bytes)) }
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
  // A tag that does not end an element may be inside of a word.
  const isRead = (word: string) => read.includes(word) || read.replace(/<[^<>]*>/g, '').includes(word)
  const shown = format.shown?.(decodeText(bytes), bytes)
  const lost = notes
    .map((words) => words.filter((word) => (shown?.includes(word) ?? true) && !isRead(word)))
    .filter((words) => words.length > 0)
    .slice(2 * problems.length)
    .flat()
  const isMuch = lost.join('').length >= NAMED_SHARE * (shown ?? '').replace(/\s/g, '').length
  return isMuch ? lost : []
}

/** How many times as long a file of twice the length takes, whose note is filled with a piece. */
async function growthOf(format: Format, piece: string, random: Random, reader: Reader): Promise<number> {
  const word = 'zqzq'
  const [before = '', after = ''] = String(Buffer.from(bytesOf(format.make([['a', word]], random)))).split(
    word,
  )
  const cpuOf = (mebibytes: number) => {
    const filling = piece.repeat((mebibytes * MEBIBYTE) / bytesOf(piece).length)
    return reader.cpuOf(format.path, joined(bytesOf(before), bytesOf(filling), bytesOf(after)))
  }
  let ratio = Infinity
  for (const mebibytes of DOUBLED_MEBIBYTES) {
    if (ratio <= MAX_RATIO) break
    ratio = Math.min(
      ratio,
      await ratioOf(
        () => cpuOf(mebibytes),
        () => cpuOf(2 * mebibytes),
      ),
    )
  }
  return ratio
}

async function ratioOf(ofShort: () => Promise<number>, ofLong: () => Promise<number>): Promise<number> {
  let [short, long] = [Infinity, Infinity]
  for (let tries = 0; tries < TRIES; tries++) {
    short = Math.min(short, await ofShort())
    long = Math.min(long, await ofLong())
    if (long < MEASURABLE_MS) return 0
    if (long > LONG_MS || long / short <= MAX_RATIO) break
  }
  return long / short
}

const CONTEXT = 300

function around(text: string, word: string): string {
  const at = text.indexOf(word)
  return JSON.stringify(text.slice(Math.max(0, at - CONTEXT), at + CONTEXT))
}
