import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { type TestInfo, test } from '@playwright/test'
import { chooseSeed } from './random'

export const AGAIN = 'The same sequence again, though a kill comes at another instant:'

const seeds = new WeakMap<TestInfo, number>()

/** Seed of the current test and of its retries, which is printed as the command that repeats it. */
export function seedOfTest(): number {
  const seed = seeds.get(test.info()) ?? newSeed()
  if (!seeds.has(test.info())) console.log(replayLine(seed))
  seeds.set(test.info(), seed)
  return seed
}

function newSeed(): number {
  const seed = chooseSeed()
  if (process.env.SEED) return seed
  return createHash('sha256').update(`${seed} ${test.info().testId}`).digest().readUInt32BE() >>> 1
}

export function replayLine(seed: number): string {
  const { file, line, project } = test.info()
  const place = `${relative(process.cwd(), file)}:${line}`
  return `${AGAIN} SEED=${seed} npx playwright test -c e2e ${place} --project '${project.name}'`
}
