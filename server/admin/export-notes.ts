import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Note } from '@/lib/domain/note'
import * as zip from '@/lib/transfer/export/export-notes'
import type { Database } from '../store/database'
import { listNotes } from '../store/notes'
import { type Command, CommandError, operatorPath } from './command'
import { withUser } from './with-user'

export const exportNotes: Command = {
  argument: 'EMAIL FILE',
  summary: "writes the user's notes to a zip, as 'Descargar notas' does",
  run: (call) =>
    withUser(call, async (database, { id, email }) => {
      const file = operatorPath(call.second)
      const notes = await notesOf(database, id)
      try {
        const chunks = Readable.from(zip.exportNotes(notes, new Date()))
        await pipeline(chunks, createWriteStream(file, { flags: 'wx' }))
      } catch (cause) {
        throw new CommandError(`There is no export: ${cause instanceof Error ? cause.message : cause}.`, {
          cause,
        })
      }
      console.log(`${notes.length} ${notes.length === 1 ? 'note' : 'notes'} of ${email} are in ${file}.`)
    }),
}

export async function notesOf(database: Database, userId: string): Promise<Note[]> {
  const notes: Note[] = []
  for await (const page of listNotes(database, userId, { bytes: Infinity, rests: false })) {
    for (const note of JSON.parse(page.toString()) as Note[]) notes.push(note)
  }
  return notes
}
