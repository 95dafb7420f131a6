'use client'

import type { ReactNode } from 'react'
import { useHydrated } from './use-hydrated'

type Props = { title: string; children: ReactNode }

/** Blank until awake: a host may send this file for an address that shows another screen. */
export function Neutral({ title, children }: Props) {
  return useHydrated() ? children : <title>{title}</title>
}
