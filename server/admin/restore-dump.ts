import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Only in a transaction can no command of a dump made with --create reach another database. */
const PROGRAMS = {
  plain: ['psql', '--no-psqlrc', '--quiet', '--output=/dev/null', '--set=ON_ERROR_STOP=1', '--file'],
  custom: ['pg_restore', '--no-owner', '--no-privileges'],
}

export type DumpFormat = keyof typeof PROGRAMS

/** Restores a file of pg_dump into an empty database. Its programs must be in PATH. */
export async function restoreDump(
  file: string,
  { url, format, signal }: { url: string; format: DumpFormat; signal: AbortSignal },
): Promise<void> {
  const [program = '', ...options] = PROGRAMS[format]
  const address = new URL(url)
  const password = decodeURIComponent(address.password) || address.searchParams.get('password')
  // Every user of the machine can read a command line.
  address.password = ''
  address.searchParams.delete('password')
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) }
  const args = [`--dbname=${address.href}`, '--single-transaction', ...options, file]
  try {
    await promisify(execFile)(program, args, { env, signal })
  } catch (cause) {
    const { code, stderr, message } = cause as Error & { code?: string | number; stderr?: string }
    if (code === 'ENOENT') throw new Error(`${program} must be in PATH: it comes with PostgreSQL`, { cause })
    throw new Error(stderr?.trim().split('\n')[0] || message, { cause })
  }
}
