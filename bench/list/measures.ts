/** Measures of the list benchmark with their units, in the order of the tables. */
export const MEASURES = {
  'response → first titles': 'ms',
  'response → first cards': 'ms',
  'response → first cards, floor': 'ms',
  'response → first cards, ratio': 'ratio',
  'response → all reachable': 'ms',
  'response → all reachable, floor': 'ms',
  'response → all reachable, ratio': 'ratio',
  'longest task while loading': 'ms',
  'longest timer gap while loading': 'ms',
  heap: 'MB',
  'heap without empty page / JSON': 'ratio',
  'heap and buffers without empty page / JSON': 'ratio',
  'DOM nodes': 'count',
  elements: 'count',
  'key → first handler': 'ms',
  'key → letter painted': 'ms',
  'key → results painted': 'ms',
  'key → next paint (Event Timing)': 'ms',
  'click → modal painted': 'ms',
  'Escape → modal gone': 'ms',
  'frames over 50 ms while scrolling': 'count',
  'longest frame while scrolling': 'ms',
  'blank frames while scrolling': 'count',
  'click → editor painted': 'ms',
  'click → note in editor painted': 'ms',
  'back → list painted': 'ms',
  'back: list moved by': 'px',
  'back: longest task': 'ms',
  'End → last card painted': 'ms',
  'Home → first cards painted': 'ms',
  'click → deleted card gone': 'ms',
  'heap at the end': 'MB',
} as const satisfies Record<string, 'ms' | 'ratio' | 'MB' | 'count' | 'px'>

export type Measure = keyof typeof MEASURES

/** Infinity stands for a timeout, NaN for a failure. */
export type Samples = Partial<Record<Measure, number[]>>

export function add(samples: Samples, measure: Measure, ...values: number[]): void {
  samples[measure] = [...(samples[measure] ?? []), ...values]
}
