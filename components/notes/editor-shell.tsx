'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useHydrated } from '@/components/ui/use-hydrated'
import { noteIdAt } from '@/lib/domain/note'
import { EditNote } from './edit-note'

/**
 * Shows a note's editor wherever the address is a note's, and the page itself elsewhere. No file of the export
 * stands for one note, so the address decides, once awake, whichever file the host has sent.
 */
export function EditorShell({ children }: { children: ReactNode }) {
  const isHydrated = useHydrated()
  const id = noteIdAt(usePathname())
  return isHydrated && id !== null ? <EditNote key={id} id={id} /> : children
}
