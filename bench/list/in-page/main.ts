import { articleInTheMiddle, idOf } from './conditions'
import * as frames from './frames'
import * as interaction from './interaction'
import * as opening from './opening'

const bench = { articleInTheMiddle, idOf, ...frames, ...interaction, ...opening }

export type Bench = typeof bench

Object.assign(globalThis, { bench })
