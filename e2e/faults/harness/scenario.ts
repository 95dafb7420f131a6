import { createHash } from 'node:crypto'
import { logIn, type Origin, register } from '../../support/api-client'
import type { Random } from '../../support/random'
import { type HostProcess, startHost } from '../../support/servers/host'
import type { OwnedProcess } from '../../support/servers/process'
import type { FaultyDatabase } from './databases'

export type Conditions = {
  database: FaultyDatabase
  random: Random
  report: (progress: string) => void
  /** Seed of the one sequence of `meetings` to run, as a failure names it. */
  sequence?: number
  /** Seed of the first day of `days`, how many to play, and whether with broken rules. */
  seed?: number
  days?: number
  breaks?: boolean
  /** How many files of each format `files` damages. */
  files?: number
}

export type Result = {
  counts: Record<string, number>
  faults: Record<string, number>
  examples: string[]
}

export type User = { email: string; password: string; token: string }

export type Scenario = ReturnType<typeof createScenario>['scenario']

const MAX_EXAMPLES = 10

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
  const { scenario, result, hosts, users } = createScenario(conditions)
  try {
    await run(scenario)
  } finally {
    await Promise.all(hosts.map((host) => host.stop()))
  }

  const tokens = users.map(({ token }) => token)
  const secrets = [scenario.secret, '$argon2', ...tokens, ...tokens.map(sha256)]
  for (const line of hosts.flatMap((host) => host.output().split('\n'))) {
    scenario.count('log lines')
    if (secrets.some((text) => line.includes(text))) scenario.fault('secret logged', line.slice(0, 200))
  }
  return result
}

function createScenario(conditions: Conditions) {
  const { result, ...recorder } = createRecorder()
  const hosts: OwnedProcess[] = []
  const users: User[] = []
  let registered = 0

  const scenario = {
    ...conditions,
    ...recorder,
    /** Part of every email, password and note: the hosts must not log it. */
    secret: `secreto${conditions.random.below(2 ** 31).toString(36)}`,
    async startHost(env: Record<string, string> = {}): Promise<HostProcess> {
      const host = await startHost({ databaseUrl: conditions.database.url, env })
      hosts.push(host)
      return host
    },
    /** Stops a host at the end, and searches its output. */
    own: (host: OwnedProcess) => void hosts.push(host),
    async register(host: Origin): Promise<User> {
      registered += 1
      const credentials = {
        email: `${scenario.secret}.${registered}@correo.es`,
        password: `clave ${scenario.secret}`,
      }
      await register(host, { userName: scenario.secret, ...credentials })
      return scenario.signIn(host, credentials)
    },
    async signIn(host: Origin, { email, password }: Omit<User, 'token'>): Promise<User> {
      const user = { email, password, token: await logIn(host, { email, password }) }
      users.push(user)
      return user
    },
  }
  return { scenario, result, hosts, users }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
