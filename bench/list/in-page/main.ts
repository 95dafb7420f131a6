import { articleInTheMiddle, idOf } from './conditions'
import { startFrames, stopFrames } from './frames'
import { expectInteraction, interaction, paintTimes, slowInteractions } from './interaction'
import { opening, settled } from './opening'

const bench = {
  opening,
  settled,
  expectInteraction,
  interaction,
  paintTimes,
  slowInteractions,
  startFrames,
  stopFrames,
  articleInTheMiddle,
  idOf,
}

export type Bench = typeof bench

Object.assign(globalThis, { bench })
