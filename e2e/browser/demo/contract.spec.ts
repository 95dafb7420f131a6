import { type CheckedPromise, OPTIONAL, PROMISES } from '@notas/host-contract'
import { build } from 'esbuild'
import { engineTest } from '../../support/engines/fixtures'
import { expect } from '../../support/fixtures'

const NOT_OFFERED = [
  'versions: the text before a change can be read',
  'logout: the token is a 401 afterwards',
]

engineTest(
  'the host in a page keeps every promise but versions and log-outs, and no call leaves the page',
  { tag: '@demo' },
  async ({ tab }) => {
    await tab.open('/')
    const results = await tab.evaluate<CheckedPromise[]>(await contractCheck())
    expect(results.filter(({ name }) => !name.startsWith('CORS'))).toEqual([
      { name: 'two accounts register and log in', is: 'holds' },
      ...[...Object.keys(PROMISES), ...Object.keys(OPTIONAL)].map((name) => ({
        name,
        is: NOT_OFFERED.includes(name) ? 'not offered' : 'holds',
      })),
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
