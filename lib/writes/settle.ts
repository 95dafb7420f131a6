import { BLANK } from '@/lib/domain/note'
import type { Write } from '@/lib/offline/record'
import { finish } from './finish'
import { endWrite, findWrite, getWrites, storeWrite, undecide } from './journal'
import { settlementOf } from './settlement'
import type { HostList } from './shown'

/** Ends the writes that a complete list, asked for since, makes needless, and judges deletes that had no answer. */
export async function settle(list: HostList): Promise<void> {
  const writes = getWrites()
  for (const { id } of writes) {
    // Another decision about the same note may have taken its place meanwhile.
    const write = findWrite(id)
    if (!write) continue
    const end = settlementOf(write, list, writes)
    if (end === 'draft') await undecide(asDraft(write))
    else if (end === 'ended') endWrite(write)
    else if (end.write.kind === 'delete' && end !== write) await finish(end)
    else if (end !== write) await storeWrite(end)
  }
}

function asDraft({ deleted, ...record }: Write): Write {
  const noteId = record.write.kind === 'replace' ? record.noteId : null
  return { ...record, noteId, base: record.write.unproven ?? BLANK }
}
