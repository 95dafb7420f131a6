import type { ImportedNote } from './imported-note'

export type Problem = { path: string; reason: string }

/** What was found in the chosen files. */
export type Survey = {
  /** In the order of the list, newest first. */
  notes: ImportedNote[]
  /** Names of the formats, with the number of notes of each. */
  formats: { name: string; count: number }[]
  /** Files and notes that could not be read. */
  problems: Problem[]
  /** Files that are no notes: attachments, lists of labels and others. */
  otherFiles: Problem[]
}
