import type { CDPSession, Page } from '@playwright/test'
import type { Note } from '@/lib/domain/note'
import type { Measure, Samples } from './measures'

/** Bytes in use. */
export type Memory = { heap: number; buffers: number }

export type List = { notes: Note[]; jsonBytes: number; empty: Memory }

export type Visit = List & { page: Page; cdp: CDPSession; url: string; samples: Samples }

export type Step = {
  /** The measure that is reported as failed if the step fails. */
  main: Measure
  run: (visit: Visit) => Promise<void>
}
