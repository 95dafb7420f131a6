'use client'

import type { ReactNode } from 'react'
import { useHydrated } from '@/components/ui/use-hydrated'

/** Renders nothing before hydration: a static host may serve this file for another URL (404.html, a rewrite). */
export function HydratedOnly({ children }: { children: ReactNode }) {
  return useHydrated() ? children : <title>Notas</title>
}
