import type { Note } from '@/lib/domain/note'
import { call, jsonOf, listNotes, type Origin } from '../../support/api-client'

// Each text of a sequence has a mark that names its writer and is used once: 'ana-7'. Invariants are checked by marks.

export type Writer = 'ana' | 'bea'

/**
 * 'kept': in its writer's list, or in a browser as what waits or is unsaved. 'deleted': not in the list. 'unsure': an
 * action without an answer may have deleted it; nowhere else than in the list, a browser or the trash. 'given up':
 * discarded by its writer, or erased; it may still be somewhere of its writer's.
 */
type Fate = 'kept' | 'deleted' | 'unsure' | 'given up'

export type Account = { writer: Writer; email: string; password: string; token: string }

export type Stored = { notes: Note[]; trash: Note[] }

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
  /** Marks whose note was deleted or recovered somewhere while another form had it: two notes may be right. */
  const copied = new Set<string>()
  let last = 0

  async function peek(writer: Writer): Promise<Stored> {
    const account = accounts.find((one) => one.writer === writer) as Account
    const trash = jsonOf(await call(host, 'GET', '/api/trash', account)) as Note[]
    return { notes: await listNotes(host, account), trash }
  }

  /** Texts in an account whose owner did not write them. */
  async function findStrangers(): Promise<string[]> {
    const found: string[] = []
    for (const { writer } of accounts) {
      const { notes, trash } = await peek(writer)
      for (const mark of marksOf([...notes, ...trash]))
        if (writerOf(mark) !== writer) found.push(`${mark} is in the account of ${writer}`)
    }
    return found
  }

  return {
    isBare,
    peek,
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
    mayBeTwice(marks: Iterable<string>): void {
      for (const mark of marks) copied.add(mark)
    },

    async check(inBrowsers: Map<Writer, Set<string>>): Promise<{ kind: string; text: string }[]> {
      const found = (await findStrangers()).map((text) => ({ kind: 'in another account', text }))
      for (const { writer } of accounts) {
        const { notes, trash } = await peek(writer)
        const [listed, trashed] = [marksOf(notes), marksOf(trash)]
        const kept = inBrowsers.get(writer) ?? new Set()
        for (const [mark, fate] of fates) {
          if (writerOf(mark) !== writer) continue
          const isThere = listed.has(mark) || kept.has(mark)
          if (fate === 'kept' && !isThere)
            found.push({ kind: 'lost', text: `${mark}${trashed.has(mark) ? ', which is in the trash' : ''}` })
          if (fate === 'deleted' && listed.has(mark)) found.push({ kind: 'back', text: mark })
          if (fate === 'unsure' && !isBare && !isThere && !trashed.has(mark))
            found.push({ kind: 'lost', text: `${mark}, whose delete or undo had no answer` })
          const times = notes.filter((note) => marksIn(textOf(note)).includes(mark)).length
          if (times > 1 && !copied.has(mark)) found.push({ kind: 'twice', text: `${mark}: ${times} notes` })
        }
      }
      return found
    },
  }
}
