import { call, type Origin } from '../../support/api-client'
import { expectCachedList, installServiceWorker, readStore } from '../../support/browser-storage'
import { expectCards, expectNoText, expectPath, expectText, signIn } from '../../support/engines/actions'
import type { Tab } from '../../support/engines/engine'
import { engineTest } from '../../support/engines/fixtures'
import { expect } from '../../support/fixtures'

function tokenOf(tab: Tab): Promise<string> {
  return tab.evaluate(() => String(localStorage.getItem('token')))
}

async function statusWith(host: Origin, token: string): Promise<number> {
  return (await call(host, 'GET', '/api/notes', { token })).status
}

engineTest(
  'an unchanged list is shown from the database',
  { tag: '@all-browsers' },
  async ({ tab, host, user }) => {
    await user.addNote('Plantas', 'Riego')
    await signIn(tab, user)
    const etag = () => tab.evaluate(() => localStorage.getItem('notas-list-etag'))
    await expect.poll(etag).not.toBeNull()
    const before = await etag()
    await tab.reload()
    await expectCards(tab, ['Plantas'])
    const sizes = await tab.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('/api/notes'))
        .map((entry) => (entry as PerformanceResourceTiming).decodedBodySize),
    )
    expect(sizes).toEqual([0])
    expect(await etag()).toBe(before)
    expect(await statusWith(host, await tokenOf(tab))).toBe(200)
  },
)

engineTest(
  'a session that the host has ended shows none of its notes again, with or without a network',
  async ({ tab, network, host, user }) => {
    await user.addNote('Plantas', 'Riego')
    await signIn(tab, user)
    await expectCachedList(tab, ['Plantas'])
    await installServiceWorker(tab)
    await call(host, 'POST', '/api/auth/logout', { token: await tokenOf(tab) })
    await tab.reload()
    await expectText(tab, 'Tu sesión ha terminado.')
    await expect.poll(() => readStore(tab, 'lists')).toEqual([])

    network.cut()
    await tab.reload()
    await expectText(tab, 'Tu sesión ha terminado.')
    await expectNoText(tab, 'Plantas')
  },
)

engineTest(
  'signing out without a network ends the session once the network is back',
  async ({ tab, network, host, user }) => {
    await signIn(tab, user)
    await installServiceWorker(tab)
    const token = await tokenOf(tab)
    network.cut()
    await tab.press('button', 'Cerrar sesión')
    await expectPath(tab, '/')
    expect(await statusWith(host, token)).toBe(200)
    network.restore()
    // Otherwise the page repeats its call after 5 s.
    await tab.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => statusWith(host, token), { timeout: 30_000 }).toBe(401)
  },
)
