import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createUser } from '../e2e/support/api-client'
import { startHost } from '../e2e/support/servers/host'
import { createTakeout } from './import/takeout'
import type { Result } from './results'
import { type Comparison, compare, type Round } from './statistics'

const ROUNDS = 3
const NOTES_READ = 10_000
const NOTES_SENT = 4_000

/** Milliseconds from first to last and of the processor, and MB. */
type Work = { notes: number; ms: number; cpu: number; mb: number }

/** Measures how an archive is read and how notes are sent, each in a process of its own. */
export async function measureImport(): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'notas-bench-'))
  try {
    const file = join(folder, 'takeout.zip')
    writeFileSync(file, createTakeout(NOTES_READ))
    const rows = {
      ...(await measured('read', NOTES_READ, (work) => run([work, file]))),
      ...(await measured('send', NOTES_SENT, sendToNewHost)),
    }
    return {
      tables: { [`Milliseconds and MB, medians of ${ROUNDS} rounds, node ${process.version}`]: rows },
      figures: rows,
      chart: {
        title: 'An import, as ratios to a minimal program',
        note: 'Shorter is better; the line is the floor.',
        bars: Object.entries(rows).map(([label, { ratio }]) => ({ label, ratio })),
      },
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measured(
  name: string,
  notes: number,
  work: (name: string) => Promise<Work>,
): Promise<Record<string, Comparison>> {
  const times: Round[] = []
  const processor: Round[] = []
  const memory: Round[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const works: Partial<Record<keyof Round, Work>> = {}
    const sides = ['host', 'floor'] as const
    for (const side of round % 2 ? sides : sides.toReversed()) {
      works[side] = await work(side === 'host' ? name : `${name} floor`)
      if (works[side].notes !== notes) throw new Error(`${name}: ${works[side].notes} of ${notes} notes`)
    }
    const { host, floor } = works as Record<keyof Round, Work>
    times.push({ host: host.ms, floor: floor.ms })
    processor.push({ host: host.cpu, floor: floor.cpu })
    memory.push({ host: host.mb, floor: floor.mb })
    process.stderr.write('.')
  }
  return {
    [`${name}, time`]: compare(times),
    [`${name}, processor`]: compare(processor),
    [`${name}, memory`]: compare(memory),
  }
}

async function sendToNewHost(work: string): Promise<Work> {
  const host = await startHost()
  try {
    const { token } = await createUser(host)
    return await run([work, String(NOTES_SENT), token], { NEXT_PUBLIC_API_HOST: host.origin })
  } finally {
    await host.stop()
  }
}

async function run(args: string[], env: Record<string, string> = {}): Promise<Work> {
  const all = ['--import', 'tsx', 'bench/import/work.ts', ...args]
  const { stdout } = await promisify(execFile)(process.execPath, all, { env: { ...process.env, ...env } })
  return JSON.parse(stdout) as Work
}
