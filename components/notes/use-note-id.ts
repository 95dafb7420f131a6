'use client'

import { usePathname } from 'next/navigation'
import { noteIdAt } from '@/lib/domain/note'

/** The id of the note whose editor the address is; null on any other screen. */
export function useNoteId(): string | null {
  return noteIdAt(usePathname())
}
