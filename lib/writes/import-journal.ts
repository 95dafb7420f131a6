import { isSameText, type NoteText } from '@/lib/domain/note'
import { readDrafts } from '@/lib/drafts/draft-store'
import { transact, withTimeout } from '@/lib/offline/database'
import { isWrite, type Write } from '@/lib/offline/record'
import { encode } from '@/lib/offline/stored-record'
import { getUser } from '@/lib/session/token'
import { newImport } from './new-write'

export function createImportJournal(user: string) {
  let leftover: Promise<Write[]> | undefined
  let changes = new Map<string, Write | null>()
  let storing = Promise.resolve()
  let isBroken = false

  /** Stores what has changed meanwhile. Without a database an import goes on, and is not slowed by trying again. */
  async function store(): Promise<void> {
    const taken = changes
    changes = new Map()
    if (isBroken) return
    const stored = transact(['drafts'], 'readwrite', ({ drafts }) => {
      if (getUser() !== user) return
      for (const [id, write] of taken) {
        if (write) drafts.put(encode(write))
        else drafts.delete(id)
      }
    })
    await withTimeout(stored).catch((cause: unknown) => {
      console.warn(cause)
      isBroken = true
    })
  }

  function change(id: string, write: Write | null): Promise<void> {
    if (changes.size === 0) storing = storing.then(store)
    changes.set(id, write)
    return storing
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

    async store(write: Write): Promise<boolean> {
      if (write.state.is === 'unknown') await change(write.id, { ...write, writtenAt: Date.now() })
      return true
    },

    end({ id }: Write): void {
      void change(id, null)
    },
  }
}

async function readLeftover(user: string): Promise<Write[]> {
  const writes = (await readDrafts(user)).filter(isWrite)
  return writes
    .filter(({ isImported, kind }) => isImported && kind === 'create')
    .map((write) => ({ ...write, state: { is: 'decided', waits: false } }))
}
