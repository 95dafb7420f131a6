import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { serveOneTransaction } from './one-transaction'

const PSQL = ['psql', '--no-psqlrc', '--quiet', '--output=/dev/null', '--set=ON_ERROR_STOP=1', '--file=-']

/** psql takes the end of a truncated file for the end of the dump. */
const END = '-- PostgreSQL database dump complete'

/** Lines in which pg_dump itself locks psql's commands and unlocks them. */
const LOCK = /^\\restrict \w+$/m
const UNLOCK = /^\\unrestrict \w+$/m

const ENDS_BYTES = 1024

const SENTENCES: [error: RegExp, sentence: string][] = [
  [/backslash commands are restricted/, 'it has commands of psql, where only SQL is run'],
  [/invalid command \\restrict/, 'psql is too old to run SQL alone: 13.22, 14.19, 15.14, 16.10 and 17.6 can'],
  [
    /must be member of role|must be able to SET ROLE/,
    'its tables have another owner: use pg_dump --no-owner',
  ],
]

type Restore = (url: string, signal: AbortSignal) => Promise<void>

/** Resolves to what restores a dump into an empty database, with PostgreSQL's programs. Throws unless it is a whole one, plain or custom. */
export async function openDump(file: string): Promise<Restore> {
  const start = await startOf(file)
  if (/^PGDMP/.test(start))
    return (url, signal) => run(['pg_restore', '--no-owner', '--no-privileges', file], url, signal)
  if (!/^--\r?\n-- PostgreSQL database dump\r?\n/.test(start))
    throw new Error("it is neither a copy of an SQLite database nor pg_dump's, plain or custom")
  const endsAt = Math.max(0, statSync(file).size - ENDS_BYTES)
  const end = await readAt(file, endsAt)
  if (!end.includes(END)) throw new Error('its end is missing')
  const lock = LOCK.exec(start)
  const unlock = UNLOCK.exec(end)
  const sql = () => lockedSql(file, lock, unlock ? endsAt + unlock.index : Number.POSITIVE_INFINITY)
  return (url, signal) => run(PSQL, url, signal, sql)
}

export function startOf(file: string): Promise<string> {
  return readAt(file, 0)
}

function readAt(file: string, start: number): Promise<string> {
  return text(createReadStream(file, { start, end: start + ENDS_BYTES - 1, encoding: 'latin1' }))
}

/** Yields the dump with its own lock replaced by one whose key it cannot know, so that psql runs SQL alone. */
async function* lockedSql(file: string, lock: RegExpExecArray | null, end: number) {
  yield `\\restrict ${randomBytes(32).toString('hex')}\n`
  if (lock?.index) yield* createReadStream(file, { end: lock.index - 1 })
  const start = lock ? lock.index + lock[0].length : 0
  yield* createReadStream(file, { start, end: end - 1 })
}

async function run(
  [program = '', ...options]: string[],
  url: string,
  signal: AbortSignal,
  input?: () => AsyncIterable<string | Buffer>,
): Promise<void> {
  const server = await serveOneTransaction(url)
  try {
    const args = [`--dbname=${server.address}`, '--single-transaction', ...options]
    // Every user of the machine can read a command line.
    const env = { ...process.env, PGPASSWORD: server.password }
    const running = promisify(execFile)(program, args, { env, signal })
    const { stdin } = running.child
    const [ended, fed] = await Promise.allSettled([running, input && stdin && pipeline(input, stdin)])
    if (server.hasGoneOn()) throw new Error('it ends the transaction in which it is restored')
    if (ended.status === 'rejected') throw failure(program, ended.reason)
    if (fed.status === 'rejected') throw fed.reason
  } finally {
    server.close()
  }
}

function failure(program: string, cause: Error & { code?: string | number; stderr?: string }): Error {
  const { code, stderr = '', message } = cause
  if (code === 'ENOENT') return new Error(`${program} must be in PATH: it comes with PostgreSQL`, { cause })
  const sentence = SENTENCES.find(([error]) => error.test(stderr))?.[1]
  return new Error(sentence ?? (stderr.trim().split('\n')[0] || message), { cause })
}
