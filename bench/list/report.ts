import type { Chart } from '../chart'
import { median, percentile } from '../statistics'
import { MEASURES, type Measure, type Samples } from './measures'

/** Samples for one number of notes at one CPU speed. */
export type Cell = { notes: number; jsonBytes: number; speed: string; samples: Samples }

export const SPEEDS = { 1: 'full speed', 4: 'slowed 4 times' } as const

export function tablesOf(cells: Cell[]): Record<string, object> {
  const tables = Object.values(SPEEDS).map((speed) => {
    const columns = cells.filter((cell) => cell.speed === speed)
    const rows = measures().map((measure) => [
      `${measure} (${MEASURES[measure]})`,
      Object.fromEntries(columns.map(({ notes, samples }) => [grouped(notes), cellOf(measure, samples)])),
    ])
    return [`The list at ${speed}: median / 95th percentile / largest`, Object.fromEntries(rows)]
  })
  return Object.fromEntries(tables)
}

function cellOf(measure: Measure, samples: Samples): string {
  const values = samples[measure]
  if (!values) return '-'
  return [...new Set(Object.values(summaryOf(values)).map((value) => shown(measure, value)))].join(' / ')
}

function shown(measure: Measure, value: number | string): string {
  if (typeof value === 'string') return value
  return value.toFixed({ ms: 0, px: 0, count: 0, MB: 1, ratio: 2 }[MEASURES[measure]])
}

/** JSON has neither Infinity nor NaN. */
function summaryOf(values: number[]): Record<'median' | 'p95' | 'largest', number | string> {
  const toJson = (value: number) =>
    value === Infinity ? '> 60 s' : Number.isNaN(value) ? 'failed' : Number(value.toFixed(3))
  return {
    median: toJson(median(values)),
    p95: toJson(percentile(values, 0.95)),
    largest: toJson(Math.max(...values)),
  }
}

export function figuresOf(cells: Cell[]): object {
  return cells.map(({ notes, jsonBytes, speed, samples }) => ({
    notes,
    jsonBytes,
    speed,
    measures: Object.fromEntries(
      measures().flatMap((measure) => {
        const values = samples[measure]
        return values
          ? [[measure, { unit: MEASURES[measure], ...summaryOf(values), samples: values.length }]]
          : []
      }),
    ),
  }))
}

export function chartOf(cells: Cell[]): Chart {
  return {
    title: 'From the response to the first cards, as ratios to a page without a framework',
    note: 'Time from the last byte of the list to cards on the screen. Shorter is better; the line is the floor.',
    bars: cells.map(({ notes, speed, samples }) => ({
      label: `${grouped(notes)} notes, ${speed}`,
      ratio: median(samples['response → first cards, ratio'] ?? []),
    })),
  }
}

export function grouped(count: number): string {
  return count.toLocaleString('en')
}

function measures(): Measure[] {
  return Object.keys(MEASURES) as Measure[]
}
