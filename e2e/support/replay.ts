import { relative } from 'node:path'
import { type TestInfo, test } from '@playwright/test'
import { chooseSeed } from './random'

export const AGAIN = 'The same sequence again, though a kill comes at another instant:'

const seeds = new WeakMap<TestInfo, number>()

/** Seed of the current test, which is printed as the command that repeats it. */
export function seedOfTest(): number {
  const seed = seeds.get(test.info()) ?? chooseSeed()
  if (!seeds.has(test.info())) console.log(replayLine(seed))
  seeds.set(test.info(), seed)
  return seed
}

export function replayLine(seed: number): string {
  const { file, line, project } = test.info()
  const place = `${relative(process.cwd(), file)}:${line}`
  return `${AGAIN} SEED=${seed} npx playwright test -c e2e ${place} --project '${project.name}'`
}
