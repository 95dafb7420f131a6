import { randomUUID } from 'node:crypto'
import {
  type Account,
  Broken,
  expectMessage,
  expectStatus,
  expectSuccess,
  expectText,
  type Host,
  jsonOf,
  type Text,
} from './host'

export type Accounts = { host: Host; ana: Account; luis: Account }

export type Promised = { name: string; check: (accounts: Accounts) => Promise<void> }

/** `offers` tells whether the host announces it. */
export type Optional = Promised & { offers: (accounts: Accounts) => Promise<boolean> }

const TEXTS = [
  { title: '', content: '' },
  { title: ' Con espacios ', content: '  al principio y al final  \n\n' },
  { title: 'Ñandú, corazón y 👩‍👩‍👧‍👦', content: 'línea 1\nlínea 2\r\nlínea 3\tcon tabulador' },
  { title: `"comillas" \\ 'y' <b>marcas</b> &amp;`, content: '{"json": [null, true]}\u2028\u200b</script>' },
  { title: 'Larga', content: 'Texto largo. '.repeat(2000) },
]

export const PROMISES: Promised[] = [
  {
    name: 'a login with a wrong password fails with a message',
    async check({ host, ana: { email, password } }) {
      expectMessage(await host.call('POST', '/auth/login', { body: { email, password: `${password}x` } }))
    },
  },
  {
    name: 'a registration with a taken email fails with a message',
    async check({ host, ana: { email, password } }) {
      expectMessage(
        await host.call('POST', '/auth/register', { body: { userName: 'Otra Ana', email, password } }),
      )
    },
  },
  {
    name: 'without a token, and with a wrong one, each call of notes is a 401',
    async check({ host, ana }) {
      const { id } = await ana.create()
      for (const token of [undefined, randomUUID()])
        for (const [method, path] of [...callsOf(id), ['GET', '/notes'], ['POST', '/notes']] as const) {
          const body = method === 'POST' || method === 'PUT' ? { title: 'Ajena', content: '' } : undefined
          expectStatus(await host.call(method, path, { token, body }), 401)
        }
      await ana.read(id)
    },
  },
  {
    name: 'a created note is in the list and is read by its id',
    async check({ ana }) {
      const note = await ana.create({ title: 'Compra', content: 'Pan\nLeche' })
      expectText('the list', await listed(ana, note.id), note)
      expectText('the note', await ana.read(note.id), note)
    },
  },
  {
    name: 'equal texts are two notes',
    async check({ ana }) {
      const text = { title: 'Dos veces', content: '' }
      const [first, second] = [await ana.create(text), await ana.create(text)]
      if (first.id === second.id) throw new Broken('both have one _id')
    },
  },
  {
    name: 'texts come back as they were sent: empty, with spaces, lines, emoji, marks, and long',
    async check({ ana }) {
      for (const text of TEXTS) {
        const { id } = await ana.create(text)
        expectText('the list', await listed(ana, id), text)
        expectText('the note', await ana.read(id), text)
      }
    },
  },
  {
    name: 'a changed note has its new text and its old id, and no other note changes',
    async check({ ana }) {
      const [changed, other] = [await ana.create(), await ana.create()]
      const text = { title: 'Cambiada', content: 'Otro texto' }
      expectSuccess(await ana.call('PUT', `/notes/${changed.id}`, text))
      expectText('the list', await listed(ana, changed.id), text)
      expectText('the note', await ana.read(changed.id), text)
      expectText('the list', await listed(ana, other.id), other)
    },
  },
  {
    name: 'a deleted note is gone, and no other note is',
    async check({ ana }) {
      const [deleted, other] = [await ana.create(), await ana.create()]
      expectSuccess(await ana.call('DELETE', `/notes/${deleted.id}`))
      if (await listed(ana, deleted.id)) throw new Broken('the note is still in the list')
      expectStatus(await ana.call('GET', `/notes/${deleted.id}`), 404)
      expectText('the list', await listed(ana, other.id), other)
    },
  },
  {
    name: 'a note that does not exist is a 404',
    async check({ ana }) {
      const { id } = await ana.create()
      expectSuccess(await ana.call('DELETE', `/notes/${id}`))
      for (const [method, path] of callsOf(id)) {
        const body = method === 'PUT' ? { title: 'Nada', content: '' } : undefined
        expectStatus(await ana.call(method, path, body), 404)
      }
    },
  },
  {
    name: "another account's notes are in no list, and a 404 for each call",
    async check({ ana, luis }) {
      const note = await ana.create({ title: 'De Ana', content: 'Privada' })
      if (await listed(luis, note.id)) throw new Broken('the list of another account has the note')
      for (const [method, path] of callsOf(note.id)) {
        const body = method === 'PUT' ? { title: 'De Luis', content: '' } : undefined
        expectStatus(await luis.call(method, path, body), 404)
      }
      expectText('the note', await ana.read(note.id), note)
    },
  },
]

export const OPTIONAL: Optional[] = [
  {
    name: 'ETag of a note: a change of another version than If-Match names is a 412',
    offers: async ({ ana }) => (await ana.read((await ana.create()).id)).etag !== null,
    async check({ ana }) {
      const { id } = await ana.create()
      const { etag } = await ana.read(id)
      const text = { title: 'Con versión', content: '' }
      expectSuccess(await ana.call('PUT', `/notes/${id}`, text, { 'If-Match': etag ?? '' }))
      expectStatus(
        await ana.call('PUT', `/notes/${id}`, { title: 'Tarde', content: '' }, { 'If-Match': etag ?? '' }),
        412,
      )
      expectText('the note', await ana.read(id), text)
    },
  },
  {
    name: 'ETag of the list: an unchanged list is a 304, a changed one is not',
    offers: async ({ ana }) => (await ana.call('GET', '/notes')).headers.has('ETag'),
    async check({ ana }) {
      const etag = (await ana.call('GET', '/notes')).headers.get('ETag') ?? ''
      const again = () => ana.call('GET', '/notes', undefined, { 'If-None-Match': etag })
      expectStatus(await again(), 304)
      await ana.create()
      expectStatus(await again(), 200)
    },
  },
  {
    name: 'idempotency-key: one note for each key, and a 422 for another text',
    offers: announces('idempotency-key'),
    async check({ ana }) {
      const key = { 'Idempotency-Key': `"${randomUUID().replaceAll('-', '')}"` }
      const text = { title: 'Una vez', content: '' }
      const { id } = await ana.create(text, key)
      const before = (await ana.list()).length
      expectSuccess(await ana.call('POST', '/notes', text, key))
      expectStatus(await ana.call('POST', '/notes', { ...text, content: 'Otro' }, key), 422)
      if ((await ana.list()).length !== before) throw new Broken('a key has created two notes')
      expectText('the note', await ana.read(id), text)
    },
  },
  {
    name: 'delete-if-match: a note that has changed is not deleted',
    offers: announces('delete-if-match'),
    async check({ ana }) {
      const { id } = await ana.create()
      const { etag } = await ana.read(id)
      const condition = { 'If-Match': etag ?? '' }
      expectSuccess(await ana.call('PUT', `/notes/${id}`, { title: 'Cambiada', content: '' }))
      expectStatus(await ana.call('DELETE', `/notes/${id}`, undefined, condition), 412)
      await ana.read(id)
    },
  },
  {
    name: 'Notas-Trash: a deleted note can be restored under its id',
    async offers({ ana }) {
      const { id } = await ana.create()
      return (await ana.call('DELETE', `/notes/${id}`)).headers.has('Notas-Trash')
    },
    async check({ ana }) {
      const note = await ana.create({ title: 'Borrada', content: 'y recuperada' })
      await ana.call('DELETE', `/notes/${note.id}`)
      expectSuccess(await ana.call('POST', `/trash/${note.id}/restore`))
      expectText('the note', await ana.read(note.id), note)
    },
  },
  {
    name: 'versions: the text before a change can be read',
    offers: announces('versions'),
    async check({ ana }) {
      const { id, ...before } = await ana.create({ title: 'Antes', content: 'de cambiar' })
      expectSuccess(await ana.call('PUT', `/notes/${id}`, { title: 'Después', content: '' }))
      const answer = await ana.call('GET', `/notes/${id}/versions`)
      expectSuccess(answer)
      const [version] = jsonOf(answer) as [Text?]
      expectText('the list of versions', version, before)
    },
  },
  {
    name: 'logout: the token is a 401 afterwards',
    offers: async ({ host }) => (await host.call('POST', '/auth/logout')).status !== 404,
    async check({ host, ana }) {
      const token = await host.logIn(ana)
      expectSuccess(await host.call('POST', '/auth/logout', { token }))
      expectStatus(await host.call('GET', '/notes', { token }), 401)
      await ana.list()
    },
  },
]

function announces(feature: string) {
  return async ({ ana }: Accounts): Promise<boolean> => {
    const features = (await ana.call('GET', '/notes')).headers.get('Notas-Features') ?? ''
    return features.split(',').some((name) => name.trim() === feature)
  }
}

function callsOf(id: string): [method: string, path: string][] {
  return ['GET', 'PUT', 'DELETE'].map((method) => [method, `/notes/${id}`])
}

async function listed(account: Account, id: string) {
  return (await account.list()).find(({ _id }) => _id === id)
}
