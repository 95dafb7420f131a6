import { notesStatus } from '../../support/api-client'
import {
  expectCachedList,
  installServiceWorker,
  readAllStorage,
  readStore,
} from '../../support/browser-storage'
import { expectDrafts } from '../../support/drafts'
import {
  expectCards,
  expectNoText,
  expectPath,
  expectText,
  signIn,
  write,
} from '../../support/engines/actions'
import { engineTest } from '../../support/engines/fixtures'
import { expect } from '../../support/fixtures'

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
    expect(await notesStatus(host, user.token)).toBe(200)
  },
)

engineTest(
  'a session that the host has ended shows none of its notes again, with or without a network',
  async ({ tab, network, user }) => {
    await user.addNote('Plantas', 'Riego')
    await signIn(tab, user)
    await expectCachedList(tab, ['Plantas'])
    await installServiceWorker(tab)
    await user.call('POST', '/api/auth/logout')
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
    network.cut()
    await tab.press('button', 'Cerrar sesión')
    await expectPath(tab, '/')
    expect(await notesStatus(host, user.token)).toBe(200)
    network.restore()
    // Otherwise the page repeats its call after 5 s.
    await tab.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => notesStatus(host, user.token), { timeout: 30_000 }).toBe(401)
  },
)

engineTest(
  'signing out leaves nothing in the browser, and the other tab notices',
  { tag: '@plain-http' },
  async ({ tab, user }) => {
    await user.addNote('Plantas secretas', 'Riego')
    await signIn(tab, user)
    await expectCards(tab, ['Plantas secretas'])
    const other = await tab.newTab()
    await other.open('/notas')
    await expectCards(other, ['Plantas secretas'])
    await other.press('button', 'Cerrar sesión')
    await expectPath(other, '/')
    await expectText(tab, 'Tu sesión ha terminado.')
    await expect.poll(() => readAllStorage(other)).not.toContain('secretas')
    await other.back()
    await expectText(other, 'Tu sesión ha terminado.')
  },
)

engineTest(
  'signing out asks where something typed is unsaved',
  { tag: ['@all-browsers', '@demo'] },
  async ({ tab, user }) => {
    await signIn(tab, user)
    await expectText(tab, 'Create your note!')
    await tab.press('link', 'Crear nota')
    await write(tab, { content: 'pan' })
    await expectDrafts(tab, ['pan'])
    await tab.press('link', 'Volver')
    await expectText(tab, 'Nota nueva sin guardar: «pan»')
    await tab.press('button', 'Cerrar sesión')
    await tab.pressInDialog('Cancelar')
    await tab.press('button', 'Cerrar sesión')
    await tab.pressInDialog('Cerrar sesión')
    await expectPath(tab, '/')
    await expectDrafts(tab, [])
  },
)
