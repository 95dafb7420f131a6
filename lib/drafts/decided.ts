import type { Draft } from '@/lib/offline/database'

export function isUnsaved({ deleted, write }: Draft): boolean {
  if (deleted || write?.isImported) return false
  return !write || (!write.waits && write.doneAt === undefined)
}

export function isWaiting({ write }: Draft): boolean {
  return write?.waits === true && write.doneAt === undefined
}
