import { createHash } from 'node:crypto'
import type { Random } from '../../support/random'
import { type HostProcess, startHost } from '../../support/servers/host'
import type { FaultyDatabase } from './databases'
import { ask } from './send'

/** What a trial is given. */
export type Conditions = {
  database: FaultyDatabase
  random: Random
  /** Tells how far it is. */
  say: (progress: string) => void
}

export type Result = {
  /** What was done. */
  counts: Record<string, number>
  /** What went wrong, by kind: all of them 0 where all is well. */
  faults: Record<string, number>
  /** Of what went wrong, the first. */
  examples: string[]
}

export type Person = { email: string; password: string; token: string }

export type Trial = Conditions & {
  /** Stands in everything that no log may show: emails, passwords and notes. */
  secret: string
  count: (what: string, times?: number) => void
  counted: (what: string) => number
  fault: (kind: string, what: string) => void
  startHost: (env?: Record<string, string>) => Promise<HostProcess>
  register: (host: HostProcess) => Promise<Person>
}

const EXAMPLES = 10

/**
 * Counts what a trial does and what goes wrong. At its end the hosts are stopped, and all that they printed is read.
 *
 * @param kinds of faults that the trial looks for
 */
export async function runTrial(
  conditions: Conditions,
  kinds: string[],
  run: (trial: Trial) => Promise<void>,
): Promise<Result> {
  const { database, random } = conditions
  const secret = `secreto${random.below(2 ** 31).toString(36)}`
  const counts: Result['counts'] = {}
  const faults: Result['faults'] = Object.fromEntries([...kinds, 'leaked'].map((kind) => [kind, 0]))
  const examples: string[] = []
  const hosts: HostProcess[] = []
  const people: Person[] = []
  let registered = 0

  function count(what: string, times = 1): void {
    counts[what] = (counts[what] ?? 0) + times
  }

  function fault(kind: string, what: string): void {
    faults[kind] = (faults[kind] ?? 0) + 1
    if (examples.length < EXAMPLES) examples.push(`${kind}: ${what}`)
  }

  /** One fault a line that shows what is nobody else's business. */
  function searchLogs(): void {
    const tokens = people.map(({ token }) => token)
    const hidden = [secret, '$argon2', ...tokens, ...tokens.map(sha256)]
    for (const host of hosts) {
      for (const line of host.output().split('\n')) {
        count('log lines')
        if (hidden.some((text) => line.includes(text))) fault('leaked', line.slice(0, 200))
      }
    }
  }

  const trial: Trial = {
    ...conditions,
    secret,
    count,
    counted: (what) => counts[what] ?? 0,
    fault,
    async startHost(env = {}) {
      const host = await startHost({
        env: { DATABASE_URL: database.url, REGISTRATIONS_PER_HOUR: '1000000', ...env },
      })
      hosts.push(host)
      return host
    },
    async register(host) {
      registered += 1
      const credentials = { email: `${secret}.${registered}@correo.es`, password: `clave ${secret}` }
      await ask(host, 'POST', '/api/auth/register', { json: { userName: secret, ...credentials } })
      const { status, body } = await ask(host, 'POST', '/api/auth/login', { json: credentials })
      if (status !== 200) throw new Error(`The login was answered with ${status}: ${body}`)
      const person = { ...credentials, token: (JSON.parse(body) as { token: string }).token }
      people.push(person)
      return person
    },
  }

  try {
    await run(trial)
  } finally {
    await Promise.all(hosts.map((host) => host.stop()))
  }
  searchLogs()
  return { counts, faults, examples }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
