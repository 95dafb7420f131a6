import { articleInTheMiddle, idOf } from './conditions'
import { framesWatched, watchFrames } from './frames'
import { interactions, paintings, watch, watched } from './interaction'
import { opening } from './opening'
import { calm } from './settled'

const bench = {
  opening,
  calm,
  watch,
  watched,
  paintings,
  interactions,
  watchFrames,
  framesWatched,
  articleInTheMiddle,
  idOf,
}

export type Bench = typeof bench

Object.assign(globalThis, { bench })
