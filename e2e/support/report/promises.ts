/** A promise that tests prove: they are under one of `files`, in the folder e2e, and in `projects` or any project. */
export type Tested = { promise: string; files: string[]; projects?: string[] }

/** A promise that a benchmark measures; `figureOf` gets the figures of its results. */
export type Measured = { promise: string; benchmark: string; figureOf: (figures: never) => string }

export const TESTED: Tested[] = [
  { promise: 'What is typed outlives a killed browser', files: ['faults/drafts.spec.ts', 'browser/drafts'] },
  { promise: 'One press makes one note, whatever the line loses', files: ['browser/writes'] },
  {
    promise: 'An acknowledged write survives a killed host, a full disk and a lost database',
    files: ['faults/short-runs.spec.ts', 'faults/full-disk.spec.ts', 'api/data/durability.spec.ts'],
  },
  {
    promise: 'A cluster that loses a node or its primary loses no note',
    files: ['cluster/three-nodes.spec.ts', 'cluster/failover.spec.ts'],
  },
  {
    promise: "Nobody reaches another user's notes",
    files: ['api/data/notes.spec.ts', 'api/data/trash.spec.ts'],
  },
  {
    promise: 'No attacker keeps others from logging in or reading',
    files: ['api/data/limits.spec.ts', 'api/http/unread-responses.spec.ts'],
  },
  { promise: 'Data of every earlier release is there', files: ['api/data/kept-databases.spec.ts'] },
  { promise: 'Any host of seven calls will do', files: ['contract', 'browser/seven-calls.spec.ts'] },
  { promise: 'Any static host will do, also while a release replaces another', files: ['static-hosts'] },
  {
    promise: 'It works in Chromium, Firefox and WebKit',
    files: ['browser/engines'],
    projects: ['chromium', 'firefox', 'webkit'],
  },
  {
    promise: 'It works at an address without https',
    files: ['browser/engines'],
    projects: ['chromium on plain http', 'firefox on plain http', 'webkit on plain http'],
  },
  {
    promise: 'Screens pass axe, at 400 %, by keyboard and in forced colours',
    files: ['browser/screens.spec.ts', 'browser/accessibility.spec.ts'],
  },
  { promise: 'A screen reader says in Firefox and Chromium what has happened', files: ['heard'] },
  { promise: 'The package needs Node alone, and is the same bytes each time', files: ['package'] },
]

type Weight = { firstLoads: Record<string, { 'js / floor': number }> }
type Opening = Record<string, Record<string, number>>
type Host = Record<string, { host: number; ratio: number }>

export const MEASURED: Measured[] = [
  {
    promise: "A screen's first load is hardly more than an empty Next page",
    benchmark: 'weight',
    figureOf: ({ firstLoads }: Weight) =>
      `at most ${Math.max(...Object.values(firstLoads).map((load) => load['js / floor']))} times its script`,
  },
  {
    promise: 'A phone on a slow line shows the titles of 1,000 notes',
    benchmark: 'opening',
    figureOf: ({ '1,000 notes, slow line': times }: Opening) => `after ${times?.['first titles']} ms`,
  },
  {
    promise: 'Two cores store notes on SQLite',
    benchmark: 'host',
    figureOf: ({ 'create, SQLite, disk': create }: Host) => `${create?.host} a second`,
  },
]
