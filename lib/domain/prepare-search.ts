import { inTimeSlices } from '@/lib/time-slicing'
import { foldedTitle, type Titled } from './search'

/** Folds all titles, so that the first key of a search need not. */
export function prepareSearch(notes: Titled[]): Promise<void> {
  return inTimeSlices(notes, foldedTitle)
}
