'use client'

import { late } from '@/components/ui/late'

// Next sends what a 404 shows with every page: so little is said here, and the rest comes when it is needed.
export const LateNoSuchPage = late(async () => (await import('./no-such-page')).NoSuchPage, {
  isNeeded: true,
})
