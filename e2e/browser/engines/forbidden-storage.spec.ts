import { listTitles } from '../../support/api-client'
import {
  expectCards,
  expectPath,
  expectText,
  save,
  signIn,
  submitLogin,
  write,
} from '../../support/engines/actions'
import type { Tab } from '../../support/engines/engine'
import { engineTest } from '../../support/engines/fixtures'
import { expect } from '../../support/fixtures'
import { FULL_STORAGES, forbidding, STORAGES } from '../../support/forbidden-storage'
import type { FaultyProxy } from '../../support/servers/faulty-proxy'

const NO_STORAGE =
  'Este navegador no permite guardar nada en este sitio, y sin eso no se puede iniciar sesión. Permite sus cookies y datos, o usa otro navegador.'
const NO_ROOM =
  'No queda espacio en este navegador para los datos de este sitio. Libera espacio en el dispositivo, o usa otro navegador.'

const { localStorage: ofSessions, 'service worker': ofWorkers, ...others } = STORAGES

engineTest(
  'a browser that may store nothing opens each screen, says why nobody can log in, and starts no session on the host',
  async ({ tab, network, user }) => {
    for (const scripts of [[ofSessions], Object.values(STORAGES)]) {
      network.changePage = forbidding(...scripts)
      network.calls.length = 0
      await tab.open('/')
      await tab.type('Email', user.email)
      await tab.type('Password', user.password)
      await tab.press('button', 'Log in')
      await expectText(tab, NO_STORAGE)
      await tab.press('button', 'Continue with Google')
      await expect.poll(() => network.calls.map(({ path }) => path.split('?')[0])).toEqual(['/api/auth/oidc'])
      for (const path of ['/notas', '/cuenta']) {
        await tab.open(path)
        await expectText(tab, NO_STORAGE)
      }
      await tab.open('/create-note')
      await write(tab, { content: 'Pan' })
      await expectText(tab, 'No has iniciado sesión: lo que escribas aquí no se puede guardar.')
    }
  },
)

engineTest(
  'a browser whose storage is full says so at the login, and starts no session on the host',
  { tag: '@demo' },
  async ({ tab, network, user }) => {
    await tab.open('/')
    await tab.evaluate(() => {
      for (let text = 'x'.repeat(2 ** 20), at = 0; text !== ''; at += 1)
        try {
          localStorage.setItem(`other-${at}`, text)
        } catch {
          text = text.slice(0, text.length / 2)
        }
    })
    await tab.type('Email', user.email)
    await tab.type('Password', user.password)
    await tab.press('button', 'Log in')
    await expectText(tab, NO_ROOM)
    expect(network.calls).toEqual([])
  },
)

/** Saves a note with each of the scripts, and with all of them. */
async function saveWithEach(
  tab: Tab,
  network: FaultyProxy,
  scripts: Record<string, string>,
): Promise<string[]> {
  const titles: string[] = []
  for (const [name, script] of [...Object.entries(scripts), ['all', Object.values(scripts).join('')]]) {
    network.changePage = forbidding(ofWorkers, String(script))
    await tab.open('/create-note')
    await write(tab, { title: String(name) })
    await save(tab)
    titles.unshift(String(name))
    await expectCards(tab, titles)
  }
  return titles
}

engineTest(
  'each of the other storages can be missing, and all of them: notes are read and saved, and the user signs out and in',
  async ({ tab, network, user }) => {
    // A service worker would answer with pages that forbid nothing.
    network.changePage = forbidding(ofWorkers)
    await signIn(tab, user)
    const titles = await saveWithEach(tab, network, others)
    expect(await listTitles(user)).toEqual(titles)
    await tab.press('button', 'Cerrar sesión')
    await expectPath(tab, '/')
    await submitLogin(tab, user)
    await expectCards(tab, titles)
  },
)

engineTest(
  'each storage can be full after the login, and all of them: notes are read, saved and edited, and the next login says why not',
  async ({ tab, network, user }) => {
    network.changePage = forbidding(ofWorkers)
    await signIn(tab, user)
    const titles = await saveWithEach(tab, network, FULL_STORAGES)
    const [newest] = await user.listNotes()
    await tab.open(`/note-editor/${newest?._id}`)
    await write(tab, { content: 'Pan' })
    await save(tab)
    await expectCards(tab, titles)
    const notes = await user.listNotes()
    expect(notes.map(({ title }) => title)).toEqual(titles)
    expect(notes[0]).toMatchObject({ title: 'all', content: 'Pan' })
    await tab.press('button', 'Cerrar sesión')
    await expectPath(tab, '/')
    network.calls.length = 0
    await tab.type('Email', user.email)
    await tab.type('Password', user.password)
    await tab.press('button', 'Log in')
    await expectText(tab, NO_ROOM)
    expect(network.calls).toEqual([])
  },
)
