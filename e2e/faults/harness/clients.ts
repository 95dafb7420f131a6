import type { Note } from '@/lib/domain/note'
import type { Origin } from '../../support/api-client'
import type { HostProcess } from '../../support/servers/host'
import { type Client, createClient } from './client'
import type { Scenario, User } from './scenario'
import { send, type Transport } from './send'

/** Number of each user's notes that are also read one by one. */
const SAMPLE = 3

/** Every fourth client has an account of its own; the others share those of `users`. */
export async function createClients(
  scenario: Scenario,
  host: HostProcess,
  counts: { clients: number; users: number },
  transports: Transport[] = [{}],
): Promise<Client[]> {
  const users: User[] = []
  for (let index = 0; index < counts.users; index += 1) users.push(await scenario.register(host))
  const clients: Client[] = []
  for (let index = 0; index < counts.clients; index += 1) {
    const isAlone = index % 4 === 0
    const user = isAlone ? await scenario.register(host) : (users[index % users.length] as User)
    const transport = transports[index % transports.length]
    clients.push(createClient(scenario, user, `cliente${index}`, { isAlone, ...transport }))
  }
  return clients
}

/** Returns the clients whose change without a response was made. */
export async function checkStoredNotes(
  { random, fault }: Pick<Scenario, 'random' | 'fault'>,
  host: Origin,
  clients: Client[],
): Promise<Client[]> {
  const done: Client[] = []
  for (const user of new Set(clients.map((client) => client.user))) {
    const stored: Note[][] = []
    for (const path of ['/api/notes', '/api/trash']) {
      const { status, code, body } = await send(host, 'GET', path, user)
      if (status === 200) stored.push(JSON.parse(body) as Note[])
      else fault('wrong response', `GET ${path}: ${status || code}`)
    }
    const [list, trash] = stored
    if (!list || !trash) continue
    const ofUser = clients.filter((client) => client.user === user)
    done.push(...ofUser.filter((client) => client.compare(list, trash)))
    for (const { title } of [...list, ...trash]) {
      const isKnown = ofUser.some(({ name }) => title.startsWith(`${name} `))
      if (!isKnown) fault('torn', `written by no client: ${title}`)
    }
    for (let sample = 0; sample < SAMPLE && list.length > 0; sample += 1) {
      const note = random.pick(list)
      const { status, body } = await send(host, 'GET', `/api/notes/${note._id}`, user)
      if (body !== JSON.stringify(note)) fault('torn', `differs from the list (${status}): ${note.title}`)
    }
  }
  return done
}
