import { createHash } from 'node:crypto'
import type { Origin } from '../../support/api-client'
import type { Random } from '../../support/random'
import { type HostProcess, startHost } from '../../support/servers/host'
import type { OwnedProcess } from '../../support/servers/process'
import type { FaultyDatabase } from './databases'
import { send } from './send'

export type Conditions = {
  database: FaultyDatabase
  random: Random
  report: (progress: string) => void
  /** Seed of the one sequence of `meetings` to run, as a failure names it. */
  sequence?: number | undefined
}

export type Result = {
  counts: Record<string, number>
  /** Number of faults, by kind; there are none in a good run. */
  faults: Record<string, number>
  examples: string[]
}

export type User = { email: string; password: string; token: string }

export type Scenario = Conditions & {
  /** Part of every email, password and note: the hosts must not log it. */
  secret: string
  startHost: (env?: Record<string, string>) => Promise<HostProcess>
  /** Stops a host at the end, and searches its output. */
  own: (host: OwnedProcess) => void
  register: (host: HostProcess) => Promise<User>
  signIn: (host: Origin, credentials: Omit<User, 'token'>) => Promise<User>
} & Omit<ReturnType<typeof createRecorder>, 'result'>

const MAX_EXAMPLES = 10

/** Counts what happens, and the faults. */
export function createRecorder() {
  const result: Result = { counts: {}, faults: {}, examples: [] }
  const { counts, faults, examples } = result

  return {
    result,
    count(name: string, times = 1): void {
      counts[name] = (counts[name] ?? 0) + times
    },
    counted: (name: string) => counts[name] ?? 0,
    fault(kind: string, example: string): void {
      faults[kind] = (faults[kind] ?? 0) + 1
      if (examples.length < MAX_EXAMPLES) examples.push(`${kind}: ${example}`)
    },
  }
}

/** Runs a scenario, then stops the hosts and searches their output for secrets. */
export async function withScenario(
  conditions: Conditions,
  run: (scenario: Scenario) => Promise<void>,
): Promise<Result> {
  const { database, random } = conditions
  const secret = `secreto${random.below(2 ** 31).toString(36)}`
  const { result, ...recorder } = createRecorder()
  const hosts: OwnedProcess[] = []
  const users: User[] = []
  let registered = 0

  function searchLogs(): void {
    const tokens = users.map(({ token }) => token)
    const secrets = [secret, '$argon2', ...tokens, ...tokens.map(sha256)]
    for (const host of hosts) {
      for (const line of host.output().split('\n')) {
        recorder.count('log lines')
        if (secrets.some((text) => line.includes(text))) recorder.fault('secret logged', line.slice(0, 200))
      }
    }
  }

  const scenario: Scenario = {
    ...conditions,
    ...recorder,
    secret,
    async startHost(env = {}) {
      const host = await startHost({
        databaseUrl: database.url,
        env: { REGISTRATIONS_PER_HOUR: '1000000', ...env },
      })
      hosts.push(host)
      return host
    },
    own: (host) => void hosts.push(host),
    async register(host) {
      registered += 1
      const credentials = { email: `${secret}.${registered}@correo.es`, password: `clave ${secret}` }
      await send(host, 'POST', '/api/auth/register', { json: { userName: secret, ...credentials } })
      return scenario.signIn(host, credentials)
    },
    async signIn(host, { email, password }) {
      const { status, body } = await send(host, 'POST', '/api/auth/login', { json: { email, password } })
      if (status !== 200) throw new Error(`The login failed with ${status}: ${body}`)
      const user = { email, password, token: (JSON.parse(body) as { token: string }).token }
      users.push(user)
      return user
    },
  }

  try {
    await run(scenario)
  } finally {
    await Promise.all(hosts.map((host) => host.stop()))
  }
  searchLogs()
  return result
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
