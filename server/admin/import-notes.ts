import { randomUUID } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import {
  matchNotes,
  type Problem,
  readNotes,
  resultOf,
  type SourceFile,
  selectNotes,
} from '@notas/note-formats'
import { Command } from 'commander'
import { exportHint, problemName, reasonSentence } from '@/lib/domain/messages/note-formats'
import { leftBehind as leftBehindSentence } from '@/lib/domain/messages/transfer'
import { type NoteText, normalizedForForm } from '@/lib/domain/note'
import { MAX_LENGTHS } from '@/lib/domain/note-limits'
import { CommandError } from '../command-line'
import { noteText } from '../openapi/schemas'
import { readQuota } from '../settings/settings'
import type { Database } from '../store/database'
import { createNote, type Quota } from '../store/notes'
import { deleteVersionsAbove } from '../store/versions'
import { failed, operatorPath, withUser } from './database'
import { notesOf } from './export-notes'
import { printable } from './terminal'

export const importNotes = new Command('import')
  .arguments('<EMAIL> <FILE>')
  .description('adds the notes of a file that the user lacks: of a zip of Notas, or of another application')
  .action((typed: string, path: string) =>
    withUser(typed, async (database, { id, email }) => {
      const quota = readQuota(process.env)
      const file = operatorPath(path)
      const { notes, problems, otherFiles, leftBehind, hasNotebooks } = await readFile(file)
      // A file that repeats a note has been read.
      const others = sentencesOf(otherFiles.filter(({ reason }) => reason !== 'repeats'))
      if (notes.length === 0)
        throw new CommandError(
          [`There are no notes in ${file}.`, ...sentencesOf([...problems, ...otherFiles])].join('\n'),
        )
      const selection = { archived: true, trashed: false, keepsOrigin: hasNotebooks, limits: MAX_LENGTHS }
      const trashed = notes.filter(({ state }) => state === 'trashed').length
      if (trashed > 0) console.log(`Trashed notes left out: ${trashed}.`)
      const { photos, files } = leftBehind
      if (photos + files > 0) console.log(leftBehindSentence(photos, files))
      if (others.length > 0) console.log(['Files without notes:', ...others].join('\n'))
      const sources = resultOf(selectNotes(notes, selection))
      const found = resultOf(matchNotes(sources, await notesOf(database, id), normalizedForForm))
      const missing = sources.filter((source) => !found.has(source))
      const left = problems.filter(({ reason }) => reason !== 'may-lack-text').map(sentenceOf)
      const short = problems.filter(({ reason }) => reason === 'may-lack-text').map(sentenceOf)
      const imported = await store(database, { userId: id, quota }, missing.toReversed(), left)
      await deleteVersionsAbove(database, id, quota.bytes)
      console.log(`${imported} of ${sources.length} notes are new and imported for ${email}.`)
      if (left.length + short.length > 0)
        throw new CommandError([...short, ...notImported(left)].join('\n'), { status: 2 })
    }),
  )

function sentencesOf(problems: Problem[]): string[] {
  return [...problems.map(sentenceOf), exportHint(problems) ?? ''].filter(Boolean)
}

function sentenceOf(problem: Problem): string {
  return printable(`${problemName(problem)}: ${reasonSentence(problem)}`)
}

async function readFile(path: string) {
  let handle: FileHandle | undefined
  try {
    handle = await open(path)
    const source = await sourceOf(path, handle)
    return await readNotes([source])
  } catch (cause) {
    throw failed(`${path} cannot be read`, cause)
  } finally {
    await handle?.close()
  }
}

async function sourceOf(path: string, handle: FileHandle): Promise<SourceFile> {
  const { size, mtimeMs } = await handle.stat()
  return {
    path,
    size,
    modifiedAt: mtimeMs,
    async read(start, end) {
      const { buffer, bytesRead } = await handle.read(new Uint8Array(end - start), 0, end - start, start)
      return buffer.subarray(0, bytesRead)
    },
  }
}

async function store(
  database: Database,
  { userId, quota }: { userId: string; quota: Quota },
  sources: { text: NoteText }[],
  reasons: string[],
): Promise<number> {
  let count = 0
  // One after another: versions order the list.
  for (const { text } of sources) {
    const { error } = noteText.safeParse(text)
    if (error) {
      reasons.push(printable(`${[...text.title].slice(0, 80).join('')}: ${error.issues[0]?.message}`))
      continue
    }
    const stored = await createNote(database, { userId, now: Date.now(), quota }, randomUUID(), text)
    if (stored === 'no-user') throw new CommandError('The user was deleted meanwhile.')
    if (stored === 'no-room')
      throw new CommandError(
        [`${count} notes were imported: the account is full.`, ...notImported(reasons)].join('\n'),
        { status: 2 },
      )
    count += 1
  }
  return count
}

function notImported(reasons: string[]): string[] {
  return reasons.length > 0 ? ['Not imported:', ...reasons] : []
}
