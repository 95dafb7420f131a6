import type { Measure } from './measures'
import { addEndHeap, addMemory } from './memory'
import { deleteFirst } from './steps/delete'
import { goToBothEnds } from './steps/ends'
import { openAndCloseModal } from './steps/modal'
import { openNoteAndComeBack } from './steps/note'
import { openList } from './steps/open'
import { scroll } from './steps/scroll'
import { search } from './steps/search'
import type { Visit } from './visit'

/** `main`: the measure that says so where the step does not come to its end. */
export type Step = { main: Measure; run: (visit: Visit) => Promise<void> }

export const OPENING: Step = { main: 'answer → first cards', run: openList }

/** What is done with a list that has come to rest, in this order. */
export const USING: Step[] = [
  { main: 'heap', run: addMemory },
  { main: 'key → results painted', run: search },
  { main: 'press → modal painted', run: openAndCloseModal },
  { main: 'longest frame while scrolling', run: scroll },
  { main: 'press → editor painted', run: openNoteAndComeBack },
  { main: 'End → last card painted', run: goToBothEnds },
  { main: 'press → deleted card gone', run: deleteFirst },
  { main: 'heap at the end', run: addEndHeap },
]
