export type ChosenFile = { file: File; path: string }

export function filesOfInput({ files }: HTMLInputElement): ChosenFile[] {
  return [...(files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name }))
}

/** Call it within the event: its items are gone afterwards. */
export async function filesOfDrop({ items }: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  return (await Promise.all(entries.map(filesIn))).flat()
}

async function filesIn(entry: FileSystemEntry): Promise<ChosenFile[]> {
  const path = entry.fullPath.replace(/^\//, '')
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    return [{ file, path }]
  }
  const found: ChosenFile[] = []
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (let part = await read(reader); part.length > 0; part = await read(reader)) {
    found.push(...(await Promise.all(part.map(filesIn))).flat())
  }
  return found
}

function read(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject))
}
