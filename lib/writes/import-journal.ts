import { isSameText, type NoteText } from '@/lib/domain/note'
import { readDrafts } from '@/lib/drafts/draft-store'
import { transact, withTimeout } from '@/lib/offline/database'
import { isWrite, type Write } from '@/lib/offline/record'
import { getUser } from '@/lib/session/token'
import { newImport } from './new-write'

export function createImportJournal(user: string) {
  let leftover: Promise<Write[]> | undefined
  let changes = new Map<string, Write | null>()
  let last = Promise.resolve()
  let next: Promise<void> | undefined
  let isBroken = false

  /** Stores all changes up to then. Without a database an import goes on, and is not slowed by trying again. */
  async function storeChanges(): Promise<void> {
    const taken = changes
    changes = new Map()
    next = undefined
    if (isBroken) return
    const storing = transact(['drafts'], 'readwrite', ({ drafts }) => {
      if (getUser() !== user) return
      for (const [id, write] of taken) {
        if (write) drafts.put(write)
        else drafts.delete(id)
      }
    })
    await withTimeout(storing).catch((cause: unknown) => {
      console.warn(cause)
      isBroken = true
    })
  }

  function change(id: string, write: Write | null): Promise<void> {
    changes.set(id, write)
    next ??= last.then(storeChanges)
    last = next
    return next
  }

  return {
    /** The write of a note, with the key of an import that was cut off: its call may still arrive. */
    async writeOf(text: NoteText): Promise<Write> {
      leftover ??= readLeftover(user)
      const writes = await leftover
      const found = writes.find((one) => isSameText(one.text, text))
      if (!found) return newImport(text, user)
      writes.splice(writes.indexOf(found), 1)
      return found
    },

    async store(write: Write): Promise<Write> {
      if (write.write.attemptedAt === undefined) return write
      await change(write.id, { ...write, writtenAt: Date.now() })
      return write
    },

    end({ id }: Write): void {
      void change(id, null)
    },
  }
}

async function readLeftover(user: string): Promise<Write[]> {
  const writes = (await readDrafts(user)).filter(isWrite)
  return writes
    .filter(({ write }) => write.isImported && write.kind === 'create')
    .map(({ write: { isUnknown, attemptedAt, ...write }, ...record }) => ({ ...record, write }))
}
