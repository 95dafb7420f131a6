'use client'

import type { ReactNode } from 'react'
import { useHydrated } from '@/components/ui/use-hydrated'

type Props = { title: string; children: ReactNode }

/** Renders nothing before hydration: a static host may serve this file for another URL (404.html, a rewrite). */
export function HydratedOnly({ title, children }: Props) {
  return useHydrated() ? children : <title>{title}</title>
}
