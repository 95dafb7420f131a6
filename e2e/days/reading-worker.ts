import { readNotes } from '@notas/note-formats'
import type { ChosenFile } from '@/lib/transfer/import/chosen-files'
import type { ReadingMessage } from '@/lib/transfer/import/reading-worker'

/** Worker that reads chosen files, as the page knows it: all in one part. */
export function createReadingWorker(task: (work: () => void) => void) {
  const worker = {
    onmessage: (_event: { data: ReadingMessage }): void => {},
    postMessage(files: ChosenFile[] | null): void {
      if (files) void read(files)
    },
    terminate(): void {},
  }

  async function read(files: ChosenFile[]): Promise<void> {
    const sources = files.map(({ file, path }) => ({
      path,
      size: file.size,
      modifiedAt: file.lastModified,
      read: async (start: number, end: number) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
    }))
    const { notes, otherFiles, ...survey } = await readNotes(sources)
    task(() => worker.onmessage({ data: { notes, otherFiles } }))
    task(() => worker.onmessage({ data: { survey } }))
  }

  return worker
}
