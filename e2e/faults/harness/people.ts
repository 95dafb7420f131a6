import { isSameText, type Note, type NoteText } from '@/lib/domain/note'
import type { Origin } from '../../support/api-client'
import type { Scenario, User } from './scenario'
import { type SendResult, send } from './send'
import { textOf } from './texts'

type Texts = Map<string, NoteText>

/** `notes` and `trash` in the order of their last change; `kept` has the earliest versions that are kept. */
type Person = User & { notes: Texts; trash: Texts; kept: Texts }

/** Users who create, edit, delete and restore notes, and know what they must find. */
export function createPeople(scenario: Scenario) {
  const { random, secret } = scenario
  let people: Person[] = []

  async function ask(
    host: Origin,
    status: number,
    call: string,
    options: Parameters<typeof send>[3],
  ): Promise<SendResult> {
    const [method = '', path = ''] = call.split(' ')
    const result = await send(host, method, path, options)
    scenario.count('requests')
    if (result.status !== status) {
      const kind = result.status === 401 ? 'signed out' : 'wrong response'
      scenario.fault(kind, `${result.status || result.code} to ${call}: ${result.body}`)
    }
    return result
  }

  /** False for a host of a release without versions: it keeps those that there are. */
  const keepsVersions = (headers: SendResult['headers']) =>
    String(headers['notas-features']).includes('versions')

  const newText = (mark: string) =>
    textOf(`${mark} ${scenario.counted('requests')} ${secret}`, random.below(3_000))

  async function create(host: Origin, { token, notes }: Person): Promise<void> {
    const json = newText('nota')
    const { status, body } = await ask(host, 201, 'POST /api/notes', { token, json })
    if (status === 201) notes.set((JSON.parse(body) as Note)._id, json)
  }

  async function edit(host: Origin, { token, notes, kept }: Person): Promise<void> {
    const id = random.pick([...notes.keys()])
    const { headers } = await ask(host, 200, `GET /api/notes/${id}`, { token })
    const options = { token, json: newText('edición'), headers: { 'If-Match': String(headers.etag) } }
    await ask(host, 200, `PUT /api/notes/${id}`, options)
    if (keepsVersions(headers) && !kept.has(id)) kept.set(id, notes.get(id) as NoteText)
    notes.delete(id)
    notes.set(id, options.json)
    await ask(host, 412, `PUT /api/notes/${id}`, options)
  }

  async function remove(host: Origin, { token, notes, trash }: Person): Promise<void> {
    const id = random.pick([...notes.keys()])
    await ask(host, 204, `DELETE /api/notes/${id}`, { token })
    trash.set(id, notes.get(id) as NoteText)
    notes.delete(id)
  }

  async function restore(host: Origin, { token, notes, trash }: Person): Promise<void> {
    const id = random.pick([...trash.keys()])
    await ask(host, 200, `POST /api/trash/${id}/restore`, { token })
    notes.set(id, trash.get(id) as NoteText)
    trash.delete(id)
  }

  async function checkOne(host: Origin, { token, notes, trash }: Person, when: string): Promise<void> {
    for (const [path, expected] of Object.entries({ '/api/notes': notes, '/api/trash': trash })) {
      const { status, body } = await ask(host, 200, `GET ${path}`, { token })
      const stored = status === 200 ? (JSON.parse(body) as Note[]) : []
      const wanted = [...expected].reverse()
      const isSame = ([id, text]: [string, NoteText], at: number) =>
        stored[at]?._id === id && isSameText(stored[at], text)
      if (stored.length !== wanted.length || !wanted.every(isSame))
        scenario.fault('lost', `${when}: ${stored.length} at ${path}, ${wanted.length} expected, or others`)
    }
  }

  async function checkVersions(host: Origin, { token, notes, kept }: Person, when: string): Promise<void> {
    const { headers } = await send(host, 'GET', '/api/notes', { token })
    if (!keepsVersions(headers)) return
    for (const [id, text] of kept) {
      if (!notes.has(id)) continue
      const { body } = await ask(host, 200, `GET /api/notes/${id}/versions`, { token })
      const versions = JSON.parse(body) as NoteText[]
      scenario.count('versions read')
      if (!versions.some((version) => isSameText(version, text)))
        scenario.fault('lost', `${when}: the version '${text.title}', among ${versions.length}`)
    }
  }

  const countIn = (place: 'notes' | 'trash') => people.reduce((sum, person) => sum + person[place].size, 0)

  return {
    /** The counts that verify-backup prints. */
    counts: () => `Users: ${people.length}, notes: ${countIn('notes')}, in the trash: ${countIn('trash')},`,
    async expectClosed(host: Origin): Promise<void> {
      const json = { userName: secret, email: `${secret}@correo.es`, password: `clave ${secret}` }
      await ask(host, 403, 'POST /api/auth/register', { json })
    },
    /** Sets the password by the link that the operator's command has printed, and logs in. */
    async join(host: Origin, link: string, credentials: Omit<User, 'token'>): Promise<void> {
      const json = { token: link.trim().split('#token=')[1], password: credentials.password }
      await ask(host, 204, 'POST /api/auth/reset', { json })
      people.push({
        ...(await scenario.signIn(host, credentials)),
        notes: new Map(),
        trash: new Map(),
        kept: new Map(),
      })
    },
    /** All change notes in each way, each on another of the hosts. */
    async write(...hosts: Origin[]): Promise<void> {
      for (const [index, person] of people.entries()) {
        const host = hosts[index % hosts.length] as Origin
        for (const act of [create, create, create, edit, remove, remove, restore]) await act(host, person)
      }
    },
    async check(host: Origin, when: string): Promise<void> {
      for (const person of people) {
        await checkOne(host, person, when)
        await checkVersions(host, person, when)
      }
      scenario.count('steps')
      scenario.report(when)
    },
    async expectFullDisk(host: Origin): Promise<void> {
      for (const { token } of people)
        await ask(host, 507, 'POST /api/notes', { token, json: newText('nota') })
    },
    /** All log in anew: a restored backup ends the sessions that it has. */
    async signInAgain(host: Origin): Promise<void> {
      for (const person of people) {
        const { status } = await send(host, 'GET', '/api/notes', { token: person.token })
        if (status !== 401) scenario.fault('wrong response', `${status} to a token of before the restore`)
        Object.assign(person, await scenario.signIn(host, person))
      }
    },
    /** Returns a function that undoes what is written after it in what they know. */
    remember(): () => void {
      const known = structuredClone(people)
      return () => {
        people = known
      }
    },
    /** One of them is deleted, and gets in no more. */
    async leave(host: Origin, remove: (email: string) => Promise<unknown>): Promise<Person> {
      const person = people.pop() as Person
      await remove(person.email)
      const { status } = await send(host, 'GET', '/api/notes', { token: person.token })
      if (status !== 401) scenario.fault('left behind', `${status} to the token of a deleted user`)
      return person
    },
  }
}
