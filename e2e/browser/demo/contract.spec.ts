import { type CheckedPromise, OPTIONAL, PROMISES } from '@notas/host-contract'
import { build } from 'esbuild'
import { engineTest } from '../../support/engines/fixtures'
import { expect } from '../../support/fixtures'

engineTest(
  'the host in a page keeps every promise, and no call leaves the page',
  { tag: '@demo' },
  async ({ tab }) => {
    await tab.open('/')
    const results = await tab.evaluate<CheckedPromise[]>(await contractCheck())
    expect(results.filter(({ name }) => !name.startsWith('CORS'))).toEqual([
      { name: 'two accounts register and log in', is: 'holds' },
      ...Object.keys(PROMISES).map((name) => ({ name, is: 'holds' })),
      ...Object.keys(OPTIONAL).map((name) => ({ name, is: expect.stringMatching(/^(holds|not offered)$/) })),
    ])
  },
)

/** Function without a closure, which can be sent to a page. */
async function contractCheck(): Promise<() => Promise<CheckedPromise[]>> {
  const { outputFiles } = await build({
    entryPoints: ['e2e/support/contract-results.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'contract',
  })
  return new Function(`${outputFiles[0]?.text}return contract.resultsOf(location.origin)`) as never
}
