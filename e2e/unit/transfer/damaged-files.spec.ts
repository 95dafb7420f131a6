import { expect, test } from '@playwright/test'
import { FORMATS } from '../../faults/files/formats'
import { files } from '../../faults/scenarios/files'
import { seedOfTest } from '../../support/replay'

test('a damaged or odd file stops nothing, loses no text unsaid, and twice the length takes twice the time', {
  tag: '@slow',
}, async () => {
  test.setTimeout(600_000)
  const counts = { files: 500, long: 1 }
  const { counts: read, faults, examples } = await files({ first: seedOfTest(), report: () => {} }, counts)
  expect(faults, examples.join('\n')).toEqual({})
  expect(Object.keys(read)).toHaveLength(2 * Object.keys(FORMATS).length)
})
