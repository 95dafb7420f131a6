import type { Note } from '@/lib/domain/note'
import { listNotes, type Origin } from '../../support/api-client'

// Each text of a sequence has a mark that names its writer and is used once: 'ana-7'. Invariants are checked by marks.

export type Writer = 'ana' | 'bea'

/** 'kept': in its writer's list, or in a browser as what waits or is unsaved. 'given up': discarded by its writer. */
type Fate = 'kept' | 'given up'

export type Account = { writer: Writer; email: string; password: string; token: string }

export type Model = ReturnType<typeof createModel>

export function marksIn(text: string): string[] {
  return [...new Set(text.match(/(?:ana|bea)-\d+/g) ?? [])]
}

export function textOf({ title, content }: { title: string; content: string }): string {
  return `${title}\n${content}`
}

export function marksOf(notes: { title: string; content: string }[]): Set<string> {
  return new Set(notes.flatMap((note) => marksIn(textOf(note))))
}

export function writerOf(mark: string): string {
  return mark.split('-')[0] ?? ''
}

export function createModel(host: Origin, accounts: Account[], isBare: boolean) {
  const fates = new Map<string, Fate>()
  const unanswered = new Set<string>()
  const mayBeTwice = new Set<string>()
  let last = 0

  function listOf(writer: Writer): Promise<Note[]> {
    return listNotes(host, accounts.find((one) => one.writer === writer) as Account)
  }

  /** Texts in an account whose owner did not write them. */
  async function findStrangers(): Promise<string[]> {
    const found: string[] = []
    for (const { writer } of accounts) {
      for (const mark of marksOf(await listOf(writer)))
        if (writerOf(mark) !== writer) found.push(`${mark} is in the account of ${writer}`)
    }
    return found
  }

  return {
    isBare,
    listOf,
    findStrangers,
    newMark(writer: Writer): string {
      last += 1
      const mark = `${writer}-${last}`
      fates.set(mark, 'kept')
      return mark
    },
    decide(marks: Iterable<string>, fate: Fate): void {
      for (const mark of marks) fates.set(mark, fate)
    },
    fateOf: (mark: string) => fates.get(mark),
    /** Marks of a press that has had no answer, or a failure. */
    notSaved(marks: string[]): void {
      for (const mark of marks) unanswered.add(mark)
    },
    /** On a host of seven calls a new note is found by its text alone, until somebody changes it. */
    change(marks: string[]): void {
      if (isBare) for (const mark of marks) if (unanswered.has(mark)) mayBeTwice.add(mark)
    },
    async check(inBrowsers: Map<Writer, Set<string>>): Promise<{ kind: string; text: string }[]> {
      const found = (await findStrangers()).map((text) => ({ kind: 'in another account', text }))
      for (const { writer } of accounts) {
        const notes = await listOf(writer)
        const listed = marksOf(notes)
        const kept = inBrowsers.get(writer) ?? new Set()
        for (const [mark, fate] of fates) {
          if (writerOf(mark) !== writer) continue
          if (fate === 'kept' && !listed.has(mark) && !kept.has(mark))
            found.push({ kind: 'lost', text: mark })
          const times = notes.filter((note) => marksIn(textOf(note)).includes(mark)).length
          if (times > 1 && !mayBeTwice.has(mark))
            found.push({ kind: 'twice', text: `${mark}: ${times} notes` })
        }
      }
      return found
    },
  }
}
