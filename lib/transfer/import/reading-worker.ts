import { readNotes, type SourceFile, type Survey } from '@notas/note-formats'
import type { ChosenFile } from './chosen-files'

/** Part of the result, whose last one is `survey`. The page answers each part, so that the worker never gets ahead. */
export type ReadingMessage =
  | { found: number }
  | Pick<Survey, 'notes' | 'otherFiles'>
  | { survey: Omit<Survey, 'notes' | 'otherFiles'> }

const PROGRESS_MS = 200
const PART_LENGTH = 200

nextMessage<ChosenFile[]>()
  .then(read)
  // A rejection alone would not reach the page.
  .catch(reportError)

async function read(files: ChosenFile[]): Promise<void> {
  // Tells the page that this code is loaded: an error before it is one of loading.
  send({ found: 0 })
  let last = 0
  const { notes, otherFiles, ...survey } = await readNotes(files.map(sourceOf), {
    onProgress(found) {
      if (performance.now() - last < PROGRESS_MS) return
      last = performance.now()
      send({ found })
    },
  })
  for (let at = 0; at < Math.max(notes.length, otherFiles.length); at += PART_LENGTH) {
    const end = at + PART_LENGTH
    send({ notes: notes.slice(at, end), otherFiles: otherFiles.slice(at, end) })
    await nextMessage()
  }
  send({ survey })
}

function sourceOf({ file, path }: ChosenFile): SourceFile {
  return {
    path,
    size: file.size,
    modifiedAt: file.lastModified,
    read: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
  }
}

function nextMessage<Data>(): Promise<Data> {
  return new Promise((resolve) =>
    addEventListener('message', ({ data }: MessageEvent<Data>) => resolve(data), { once: true }),
  )
}

function send(message: ReadingMessage): void {
  postMessage(message)
}
