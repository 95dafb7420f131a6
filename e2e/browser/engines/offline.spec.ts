import { setTimeout } from 'node:timers/promises'
import { expectCachedList, installServiceWorker, waitForServiceWorker } from '../../support/browser-storage'
import { expectDrafts } from '../../support/drafts'
import { expectCards, expectFields, expectText, save, signIn, write } from '../../support/engines/actions'
import { engineTest } from '../../support/engines/fixtures'
import { BASE, expect } from '../../support/fixtures'

engineTest(
  'without a network the cached list opens, and a note is saved once the network is back',
  async ({ tab, network, user }) => {
    await user.addNote('Plantas', 'Riego')
    await signIn(tab, user)
    await expectCards(tab, ['Plantas'])
    await expectCachedList(tab, ['Plantas'])
    await installServiceWorker(tab)

    network.cut()
    await tab.reload()
    await expectCards(tab, ['Plantas'])
    await tab.press('link', 'Crear nota')
    await write(tab, { title: 'Compra', content: 'pan y leche' })
    await save(tab)
    await expectDrafts(tab, ['pan y leche'])
    await expectFields(tab, { title: 'Compra', content: 'pan y leche' })

    network.restore()
    await save(tab)
    await expectCards(tab, ['Compra', 'Plantas'])
    await expectDrafts(tab, [])
  },
)

engineTest(
  'a second opening asks for nothing before the list, and for a new release after it',
  async ({ tab, network, user }) => {
    await user.addNote('Plantas')
    await signIn(tab, user)
    await waitForServiceWorker(tab)
    const next = await tab.newTab()
    await tab.close()
    await quiet(network)
    network.requests.length = 0
    await next.open('/notas')
    await expectCards(next, ['Plantas'])
    await expect.poll(() => network.requests).toContain('GET /api/notes')
    const update = `GET ${BASE}/sw.js`
    const list = network.requests.indexOf('GET /api/notes')
    // The service worker of the closed tab may still look for an update.
    expect(network.requests.slice(0, list).filter((request) => request !== update)).toEqual([])
    await expect.poll(() => network.requests.slice(list + 1)).toContain(update)
  },
)

engineTest('the draft of a closed tab is offered in the next tab', async ({ tab, user }) => {
  await signIn(tab, user)
  await expectText(tab, 'Create your note!')
  await tab.press('link', 'Crear nota')
  await write(tab, { title: 'Compra', content: 'pan' })
  await expectDrafts(tab, ['pan'])
  const next = await tab.newTab()
  await tab.close()
  await next.open('/create-note')
  await next.press('button', 'Recuperar')
  await expectFields(next, { title: 'Compra', content: 'pan' })
})

/** Waits until the closed tab has no request under way. */
async function quiet({ requests }: { requests: string[] }): Promise<void> {
  for (let count = -1; count !== requests.length; ) {
    count = requests.length
    await setTimeout(300)
  }
}
