/** What the list's benchmark measures, in the order of its tables, with the unit. */
export const MEASURES = {
  'opening → first cards': 'ms',
  'answer → first cards': 'ms',
  'answer → first cards, floor': 'ms',
  'answer → first cards, ratio': 'ratio',
  'answer → all reachable': 'ms',
  'answer → all reachable, floor': 'ms',
  'answer → all reachable, ratio': 'ratio',
  'longest task until then': 'ms',
  'longest gap until then': 'ms',
  heap: 'MB',
  'heap less empty page / JSON': 'ratio',
  'DOM nodes': 'count',
  elements: 'count',
  'key → its handlers': 'ms',
  'key → letter painted': 'ms',
  'key → results painted': 'ms',
  'key → next paint (Event Timing)': 'ms',
  'press → modal painted': 'ms',
  'Escape → modal gone': 'ms',
  'frames over 50 ms while scrolling': 'count',
  'longest frame while scrolling': 'ms',
  'blank frames while scrolling': 'count',
  'press → editor painted': 'ms',
  'press → note in editor painted': 'ms',
  'back → list painted': 'ms',
  'back: list moved by': 'px',
  'back: longest task': 'ms',
  'End → last card painted': 'ms',
  'Home → first cards painted': 'ms',
  'press → deleted card gone': 'ms',
  'heap at the end': 'MB',
} as const satisfies Record<string, 'ms' | 'ratio' | 'MB' | 'count' | 'px'>

export type Measure = keyof typeof MEASURES

/** Infinity stands for what did not come within the time limit. */
export type Samples = Partial<Record<Measure, number[]>>

export function add(samples: Samples, measure: Measure, ...values: number[]): void {
  samples[measure] = [...(samples[measure] ?? []), ...values]
}
