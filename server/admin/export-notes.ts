import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import * as zip from '@notas/note-formats'
import { Command } from 'commander'
import type { Note } from '@/lib/domain/note'
import type { Database } from '../store/database'
import { listNotes } from '../store/notes'
import { listVersions } from '../store/versions'
import { failed, operatorPath, withUser } from './database'

const WHOLE = { bytes: Infinity, rests: false }

export const exportNotes = new Command('export')
  .arguments('<EMAIL> <FILE>')
  .description("writes the user's notes to a zip, as 'Descargar notas' does, with their versions")
  .action((typed: string, path: string) =>
    withUser(typed, async (database, { id, email }) => {
      const file = operatorPath(path)
      const notes = await notesOf(database, id)
      const versions = await versionsOf(database, id)
      try {
        const exported = notes.map((note) => ({ ...note, versions: versions.get(note._id) }))
        await pipeline(zip.exportNotes(exported, new Date()), createWriteStream(file, { flags: 'wx' }))
      } catch (cause) {
        // A part of a zip would look like an export.
        if ((cause as NodeJS.ErrnoException).code !== 'EEXIST')
          await rm(file, { force: true }).catch(() => {})
        throw failed('There is no export', cause)
      }
      console.log(`${notes.length} ${notes.length === 1 ? 'note' : 'notes'} of ${email} are in ${file}.`)
    }),
  )

export function notesOf(database: Database, userId: string): Promise<Note[]> {
  return itemsOf(listNotes(database, userId, WHOLE))
}

type Version = { noteId: string; version: number; title: string; content: string; savedAt: number }

async function versionsOf(database: Database, userId: string): Promise<Map<string, object[]>> {
  const versions = new Map<string, object[]>()
  for (const { noteId, ...version } of await itemsOf<Version>(listVersions(database, userId, WHOLE)))
    versions.set(noteId, [...(versions.get(noteId) ?? []), version])
  return versions
}

async function itemsOf<Item>(pages: AsyncIterable<Buffer>): Promise<Item[]> {
  const items: Item[] = []
  for await (const page of pages) {
    for (const item of JSON.parse(page.toString()) as Item[]) items.push(item)
  }
  return items
}
