import { openFiles } from './archives/open-files.ts'
import type { SourceFile } from './entry.ts'
import { type ReadOptions, readEntries } from './read-entries.ts'
import type { Survey } from './survey.ts'

/** Reads all notes in files and archives. What cannot be read is a problem, and stops nothing else. */
export function readNotes(files: SourceFile[], options?: ReadOptions): Promise<Survey> {
  return readEntries((isWanted) => openFiles(files, isWanted), options)
}
