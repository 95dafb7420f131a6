'use client'

import type { ReactNode } from 'react'
import { useHydrated } from '@/components/ui/use-hydrated'

type Props = { title: string; children: ReactNode }

/** Blank until awake: a host may send this file for an address that shows another screen. */
export function HydratedOnly({ title, children }: Props) {
  return useHydrated() ? children : <title>{title}</title>
}
