/** Why a file or a note was not read. The application has the sentences. */
export type Code =
  | 'archive-damaged'
  | 'attachment'
  | 'cut-off'
  | 'document'
  | 'encrypted-bear'
  | 'encrypted-joplin'
  | 'encrypted-standard-notes'
  | 'entry-damaged'
  | 'file-damaged'
  | 'file-gone'
  | 'inner-zip-too-large'
  | 'index-page'
  | 'joplin-data'
  | 'keep-labels'
  | 'may-lack-text'
  | 'newer-notas'
  | 'no-keep-note'
  | 'no-note-list'
  | 'note-damaged'
  | 'password-needed'
  | 'repeats'
  | 'table'
  | 'too-large'
  | 'too-many-entries'
  | 'too-much-text'
  | 'unknown-compression'
  | 'unknown-file'

/** `detail` is the limit that is exceeded, in MiB or entries; of 'repeats', the path of the file that is read instead. */
export type Reason = { reason: Code; detail?: number | string }

/** `note` is the place of the note in a file of several, from 1. */
export type Problem = Reason & { path: string; note?: number }

export class ReadError extends Error {
  constructor(
    readonly reason: Code,
    readonly options: { detail?: number | string; cause?: unknown } = {},
  ) {
    super(reason, options)
  }
}

/** Says why a file or note cannot be read. What is no `ReadError` is a defect: it is logged, and `otherwise` is told. */
export function reasonOf(cause: unknown, otherwise: Code): Reason {
  if (!(cause instanceof ReadError)) {
    console.warn(cause)
    return { reason: otherwise }
  }
  const { reason, options } = cause
  return options.detail === undefined ? { reason } : { reason, detail: options.detail }
}
