import { calm } from './calm'
import { framesWatched, watchFrames } from './frames'
import { opening } from './opening'
import { interactions, paintings, watch, watched } from './press'
import { articleInTheMiddle, idOf } from './sights'

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
