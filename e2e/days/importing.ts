import type { Turn } from './day'
import { writerOf } from './model'
import { click, find } from './pressing'
import type { ScreenNode } from './screen/nodes'
import type { Tab } from './tab'

export function fileInputOf({ root }: Tab): ScreenNode | undefined {
  return root.all().find(({ props }) => props.type === 'file' && !props['aria-disabled'])
}

/** Chooses files with new notes, or those of an earlier import. */
export async function chooseFiles({ day, tab, random }: Turn): Promise<void> {
  const input = fileInputOf(tab)
  const writer = day.writerIn(tab)
  if (!input || !writer) return
  const { imports } = day.model.pressed
  const earlier = [...imports.keys()].filter((mark) => writerOf(mark) === writer)
  const isAgain = earlier.length > 0 && random.chance(0.5)
  const marks = isAgain
    ? earlier
    : Array.from({ length: random.between(1, 4) }, () => day.model.newMark(writer))
  if (!isAgain) day.model.decide(marks, 'in a file')
  day.chosen.set(tab, marks)
  const files = marks.map((mark) => fileOf(noteInFile(mark), day.world.now()))
  const onChange = input.props.onChange as (event: object) => void
  onChange({ currentTarget: { files, value: '' } })
  await day.world.wait(random.pick([0, 300, 1_000]))
}

function noteInFile(mark: string) {
  return { title: `Nota ${mark}`, content: `${mark}\nde un archivo` }
}

function fileOf({ title, content }: ReturnType<typeof noteInFile>, lastModified: number) {
  const bytes = new TextEncoder().encode(content)
  const slice = (start: number, end: number) => ({ arrayBuffer: async () => bytes.slice(start, end).buffer })
  return { name: `${title}.txt`, size: bytes.length, lastModified, slice }
}

export async function importNotes({ day, tab, random }: Turn): Promise<void> {
  const button = find(tab, /^Importar$/)
  if (!button) return
  const { model } = day
  for (const mark of day.chosen.get(tab) ?? []) {
    const isAgain = model.pressed.imports.has(mark)
    model.pressed.imports.set(mark, noteInFile(mark))
    // Deleted since, or in the trash: it is imported once more.
    if (isAgain && model.fates.get(mark) !== 'kept') model.mayReturn([mark])
  }
  click(button)
  await day.world.wait(random.pick([0, 300, 1_000]))
}

export async function undoImport({ day, tab, random }: Turn): Promise<void> {
  const button = find(tab, /^Deshacer la importación$/)
  if (!button) return
  const marks = day.chosen.get(tab) ?? []
  for (const mark of marks) day.model.pressed.importUndos.add(mark)
  // Another tab may be importing the same file.
  day.model.mayBeTwice(marks)
  click(button)
  await day.world.wait(random.pick([0, 300, 1_000]))
}
