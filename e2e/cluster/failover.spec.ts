import { expect, test } from '@playwright/test'
import { failover, hasRoot, missingPrograms } from '../faults/failover/run'
import { seeded } from '../support/random'
import { replayLine, seedOfTest } from '../support/replay'

test('writes go on, and none is lost, twice or shown too early, when the primary is killed and cut off', async () => {
  test.skip(!hasRoot(), 'Network namespaces need root.')
  test.skip(!process.env.CI && missingPrograms().length > 0, `Not installed: ${missingPrograms().join(', ')}`)
  test.setTimeout(300_000)

  const seed = seedOfTest()
  const report = (progress: string) => void test.step(progress, () => {})
  const { counts, faults, examples } = await failover(
    { random: seeded(seed), report },
    {
      clients: 10,
      writesPerSecond: 50,
      trials: [
        'Patroni and etcd asked by a stranger',
        'PostgreSQL of the primary killed',
        'primary cut off from the other databases',
      ],
    },
  )
  expect(faults, `${replayLine(seed)}\n${examples.join('\n')}`).toEqual({})
  expect(counts.acknowledged).toBeGreaterThan(300)
})
