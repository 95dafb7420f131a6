import {
  type Account,
  Broken,
  type Check,
  etagOf,
  expectMessage,
  expectNoPage,
  expectStatus,
  expectSuccess,
  expectText,
  jsonOf,
  NotChecked,
  NotOffered,
  type Text,
} from './expectations'

type Call = [method: string, path: string, body?: Text]

const OTHER = { title: 'Otra', content: 'Otro texto' }

const TEXTS = [
  { title: '', content: '' },
  { title: ' Con espacios ', content: '  al principio y al final  \n\n' },
  { title: 'Ñandú, corazón y 👩‍👩‍👧‍👦', content: 'línea 1\nlínea 2\r\nlínea 3\tcon tabulador' },
  { title: `"comillas" \\ 'y' <b>marcas</b> &amp;`, content: '{"json": [null, true]}\u2028\u200b</script>' },
  { title: 'Larga', content: 'Texto largo. '.repeat(2000) },
]

export const PROMISES: Record<string, Check> = {
  async 'a created note is in the list and is read by its id'({ ana }) {
    const note = await ana.create({ title: 'Compra', content: 'Pan\nLeche' })
    expectText('the list', await listed(ana, note.id), note)
    expectText('the note', await ana.read(note.id), note)
  },

  async 'equal texts are two notes'({ ana }) {
    const text = { title: 'Dos veces', content: '' }
    const [first, second] = [await ana.create(text), await ana.create(text)]
    if (first.id === second.id) throw new Broken('both have one _id')
  },

  async 'texts come back as they were sent: empty, with spaces, lines, emoji, marks, and long'({ ana }) {
    for (const text of TEXTS) {
      const { id } = await ana.create(text)
      expectText('the list', await listed(ana, id), text)
      expectText('the note', await ana.read(id), text)
    }
  },

  async 'a changed note has its new text and its old id, and no other note changes'({ ana }) {
    const [changed, other] = [await ana.create(), await ana.create()]
    const text = { title: 'Cambiada', content: 'Otro texto' }
    expectSuccess(await ana.call('PUT', `/notes/${changed.id}`, text))
    expectText('the list', await listed(ana, changed.id), text)
    expectText('the note', await ana.read(changed.id), text)
    expectText('the list', await listed(ana, other.id), other)
  },

  async 'a deleted note is gone, and no other note is'({ ana }) {
    const [deleted, other] = [await ana.create(), await ana.create()]
    expectSuccess(await ana.call('DELETE', `/notes/${deleted.id}`))
    if (await listed(ana, deleted.id)) throw new Broken('the note is still in the list')
    expectStatus(await ana.call('GET', `/notes/${deleted.id}`), 404)
    expectText('the list', await listed(ana, other.id), other)
  },

  async 'a note that does not exist is a 404'({ ana }) {
    const { id } = await ana.create()
    expectSuccess(await ana.call('DELETE', `/notes/${id}`))
    for (const [method, path, body] of callsOf(id)) expectStatus(await ana.call(method, path, body), 404)
  },

  async 'answers to writes are no pages and are not redirected'({ ana }) {
    const { id, answer } = await ana.create()
    const path = `/notes/${id}`
    for (const one of [answer, await ana.call('PUT', path, OTHER), await ana.call('DELETE', path)])
      expectNoPage(one)
  },

  async 'a login with a wrong password fails with a message'({ host, ana: { email, password } }) {
    expectMessage(await host.call('POST', '/auth/login', { body: { email, password: `${password}x` } }))
  },

  async 'a registration with a taken email fails with a message'({ host, ana: { email, password } }) {
    const body = { userName: 'Otra Ana', email, password }
    const answer = await host.call('POST', '/auth/register', { body })
    if (answer.status === 201 && /"isLinkMailed":\s*true/.test(answer.text))
      throw new NotChecked('the host mails a link, and tells nobody which emails have an account')
    expectMessage(answer)
  },

  async 'without a token, and with a wrong one, each call of notes is a 401'({ host, ana }) {
    const { id } = await ana.create()
    const calls = [...callsOf(id), ['GET', '/notes'], ['POST', '/notes', OTHER]] satisfies Call[]
    for (const token of [undefined, crypto.randomUUID()])
      for (const [method, path, body] of calls)
        expectStatus(await host.call(method, path, { token, body }), 401)
    await ana.read(id)
  },

  async "another account's notes are in no list, and a 404 for each call"({ ana, luis }) {
    const note = await ana.create({ title: 'De Ana', content: 'Privada' })
    if (await listed(luis, note.id)) throw new Broken('the list of another account has the note')
    for (const [method, path, body] of callsOf(note.id))
      expectStatus(await luis.call(method, path, body), 404)
    expectText('the note', await ana.read(note.id), note)
  },
}

/** Promises about what a host may leave out: without it the check throws NotOffered. */
export const OPTIONAL: Record<string, Check> = {
  async 'ETag of a note: a change of another version than If-Match names is a 412'({ ana }) {
    const { id } = await ana.create()
    const { etag } = await ana.read(id)
    if (etag === undefined) throw new NotOffered()
    const text = { title: 'Con versión', content: '' }
    const condition = { 'If-Match': etag }
    expectSuccess(await ana.call('PUT', `/notes/${id}`, text, condition))
    expectStatus(await ana.call('PUT', `/notes/${id}`, OTHER, condition), 412)
    expectText('the note', await ana.read(id), text)
  },

  async 'ETag of the list: an unchanged list is a 304, a changed one is not'({ ana }) {
    const etag = etagOf(await ana.call('GET', '/notes'))
    if (etag === null) throw new NotOffered()
    const again = () => ana.call('GET', '/notes', undefined, { 'If-None-Match': etag })
    expectStatus(await again(), 304)
    await ana.create()
    expectStatus(await again(), 200)
  },

  async 'Notas-Features: failures are no pages either'({ host, ana }) {
    if (!(await ana.call('GET', '/notes')).headers.has('Notas-Features')) throw new NotOffered()
    expectNoPage(await host.call('GET', '/notes'))
    for (const [method, path, body] of callsOf(crypto.randomUUID()))
      expectNoPage(await ana.call(method, path, body))
  },

  async 'idempotency-key: one note for each key, and a 422 for another text'({ ana }) {
    await expectFeature(ana, 'idempotency-key')
    const key = { 'Idempotency-Key': `"${crypto.randomUUID().replaceAll('-', '')}"` }
    const text = { title: 'Una vez', content: '' }
    const { id } = await ana.create(text, key)
    const before = (await ana.list()).length
    expectSuccess(await ana.call('POST', '/notes', text, key))
    expectStatus(await ana.call('POST', '/notes', { ...text, content: 'Otro' }, key), 422)
    if ((await ana.list()).length !== before) throw new Broken('a key has created two notes')
    expectText('the note', await ana.read(id), text)
  },

  async 'delete-if-match: a note that has changed is not deleted'({ ana }) {
    await expectFeature(ana, 'delete-if-match')
    const { id } = await ana.create()
    const { etag } = await ana.read(id)
    const condition = { 'If-Match': etag ?? '' }
    expectSuccess(await ana.call('PUT', `/notes/${id}`, OTHER))
    expectStatus(await ana.call('DELETE', `/notes/${id}`, undefined, condition), 412)
    await ana.read(id)
  },

  async 'Notas-Trash: a deleted note can be restored under its id'({ ana }) {
    const note = await ana.create({ title: 'Borrada', content: 'y recuperada' })
    const { headers } = await ana.call('DELETE', `/notes/${note.id}`)
    if (!headers.has('Notas-Trash')) throw new NotOffered()
    expectSuccess(await ana.call('POST', `/trash/${note.id}/restore`))
    expectText('the note', await ana.read(note.id), note)
  },

  async 'versions: the text before a change can be read'({ ana }) {
    await expectFeature(ana, 'versions')
    const { id, ...before } = await ana.create({ title: 'Antes', content: 'de cambiar' })
    expectSuccess(await ana.call('PUT', `/notes/${id}`, OTHER))
    const answer = await ana.call('GET', `/notes/${id}/versions`)
    expectSuccess(answer)
    const versions = jsonOf(answer)
    if (!Array.isArray(versions)) throw new Broken(`${answer.call} answers no array`)
    expectText('the list of versions', versions[0], before)
  },

  async 'logout: the token is a 401 afterwards'({ host, ana }) {
    const token = await host.logIn(ana)
    const answer = await host.call('POST', '/auth/logout', { token })
    if (answer.status === 404) throw new NotOffered()
    expectSuccess(answer)
    expectStatus(await host.call('GET', '/notes', { token }), 401)
    await ana.list()
  },
}

async function expectFeature(account: Account, feature: string): Promise<void> {
  const features = (await account.call('GET', '/notes')).headers.get('Notas-Features') ?? ''
  if (!features.split(',').some((name) => name.trim() === feature)) throw new NotOffered()
}

function callsOf(id: string): Call[] {
  const path = `/notes/${id}`
  return [
    ['GET', path],
    ['PUT', path, OTHER],
    ['DELETE', path],
  ]
}

async function listed(account: Account, id: string) {
  return (await account.list()).find(({ _id }) => _id === id)
}
