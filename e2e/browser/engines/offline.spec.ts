import { setTimeout } from 'node:timers/promises'
import { expectCachedList, installServiceWorker, waitForServiceWorker } from '../../support/browser-storage'
import { expectDrafts } from '../../support/drafts'
import {
  expectCards,
  expectFields,
  expectNoText,
  expectPath,
  expectText,
  save,
  signIn,
  write,
} from '../../support/engines/actions'
import type { Tab } from '../../support/engines/engine'
import { engineTest } from '../../support/engines/fixtures'
import { BASE, expect } from '../../support/fixtures'

const isCreate = (request: string) => request === 'POST /api/notes'

engineTest(
  'without a network the cached list opens, and a saved note waits and is sent at the next opening',
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
    await saveWithoutAnswer(tab)
    await expectPath(tab, '/create-note')
    await expectFields(tab, { title: 'Compra', content: 'pan y leche' })
    await tab.press('button', 'Cancelar')
    await expectText(tab, 'Hay 1 nota por guardar.')
    await expectCards(tab, ['Plantas'])
    const next = await tab.newTab()
    await tab.close()

    network.restore()
    await next.open('/notas')
    await expectCards(next, ['Compra', 'Plantas'])
    await expectNoText(next, 'por guardar')
    expect(await user.listNotes()).toMatchObject([
      { title: 'Compra', content: 'pan y leche' },
      { title: 'Plantas', content: 'Riego' },
    ])
    expect(network.requests.filter(isCreate)).toHaveLength(1)
    await next.reload()
    await expectCards(next, ['Compra', 'Plantas'])
    await expectDrafts(next, [])
  },
)

engineTest(
  'the form of a note that waits becomes that of the saved note once the network is back',
  { tag: '@plain-http' },
  async ({ tab, network, user, isSecure }) => {
    await signIn(tab, user)
    if (isSecure) await installServiceWorker(tab)
    await tab.press('link', 'Crear nota')
    await write(tab, { title: 'Compra', content: 'pan' })
    // Without a service worker the code of the dialog must have come.
    await quiet(network)
    network.cut()
    await saveWithoutAnswer(tab)
    await expectText(tab, 'Nueva Nota')

    network.restore()
    await expectText(tab, 'Guardada.')
    await expectText(tab, 'Editar Nota')
    await expectFields(tab, { title: 'Compra', content: 'pan' })
    await write(tab, { content: ' y leche' })
    await save(tab)
    await expectCards(tab, ['Compra'])
    expect(await user.listNotes()).toMatchObject([{ title: 'Compra', content: 'pan y leche' }])
    expect(network.requests.filter(isCreate)).toHaveLength(1)
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
    // The service worker of the closed tab may still look for an update, which then is that of the new tab, too.
    expect(network.requests.slice(0, list).filter((request) => request !== update)).toEqual([])
    await expect.poll(() => network.requests).toContain(update)
  },
)

engineTest(
  'the draft of a closed tab is offered in the next tab',
  { tag: ['@plain-http', '@demo'] },
  async ({ tab, user }) => {
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
  },
)

/** Waits until no request has begun for a while. */
async function quiet({ requests }: { requests: string[] }): Promise<void> {
  for (let count = -1; count !== requests.length; ) {
    count = requests.length
    await setTimeout(300)
  }
}

/** Saves the form while the network is cut, and waits until the dialog has closed. */
async function saveWithoutAnswer(tab: Tab): Promise<void> {
  await save(tab)
  await expect.poll(() => tab.evaluate(() => document.querySelector('dialog') === null)).toBe(true)
}
