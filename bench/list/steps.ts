import { addEndHeap, addMemory } from './memory'
import type { Step } from './step'
import { deleteFirst, openAndCloseModal } from './steps/dialog'
import { openNoteAndGoBack } from './steps/note'
import { openList } from './steps/open'
import { goToBothEnds, scroll } from './steps/scroll'
import { search } from './steps/search'

export const OPENING: Step = { main: 'response → first cards', run: openList }

export const USING: Step[] = [
  { main: 'heap', run: addMemory },
  { main: 'key → results painted', run: search },
  { main: 'click → modal painted', run: openAndCloseModal },
  { main: 'longest frame while scrolling', run: scroll },
  { main: 'click → editor painted', run: openNoteAndGoBack },
  { main: 'End → last card painted', run: goToBothEnds },
  { main: 'click → deleted card gone', run: deleteFirst },
  { main: 'heap at the end', run: addEndHeap },
]
