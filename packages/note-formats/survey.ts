import type { Problem } from './reason.ts'

export type NoteText = { title: string; content: string }

export type Format =
  | 'notas'
  | 'keep'
  | 'text'
  | 'html'
  | 'simplenote'
  | 'standardNotes'
  | 'evernote'
  | 'joplin'

export type ImportedNote = {
  title: string
  content: string
  /** Line that says in which notebook or folder it was. */
  place?: string
  /** Lines for the end of the content: labels, links and names of attachments. */
  details: string[]
  /** Day of creation and of the last edit, `YYYY-MM-DD`. */
  createdOn?: string
  editedOn?: string
  state: 'active' | 'archived' | 'trashed'
  /** Taken as it is: neither its line ends nor its length are changed. */
  isExact?: true
}

export type Survey = {
  /** Notes in the order of the list, newest first. */
  notes: ImportedNote[]
  formats: { format: Format; count: number }[]
  problems: Problem[]
  otherFiles: Problem[]
  /** Whether notebooks of an application are known. Folders of files are none. */
  hasNotebooks: boolean
  /** Attachments that are not read, each counted once. */
  leftBehind: { photos: number; files: number }
}
