import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

/** The oldest Chromium that the README promises, for Linux on x64, as npm's registry has it. */
const OLDEST = '@sparticuz/chromium@116.0.0'
const SHA512 = 'PynBS6fIE9DnQofQFSGMn63sbHxrcQOmQDGfv1p4sXCEw8IjTBqTj1j72/RomhjtnbaTJn3ktuaPCQc6j51sUQ=='

export const canRunOldestChromium = process.platform === 'linux' && process.arch === 'x64'

const FOLDER = resolve('node_modules/.cache/oldest-chromium')

/** Returns the path of its program, and fetches it the first time: 59 MB. */
export function fetchOldestChromium(): string {
  const program = join(FOLDER, 'chromium')
  if (existsSync(program)) return program
  mkdirSync(FOLDER, { recursive: true })
  const inFolder = { cwd: FOLDER, encoding: 'utf8' } as const
  const archive = execFileSync('npm', ['pack', OLDEST, '--silent'], inFolder).trim()
  const hash = createHash('sha512').update(readFileSync(join(FOLDER, archive)))
  if (hash.digest('base64') !== SHA512) throw new Error(`${archive} is not the file that is expected.`)
  execFileSync('tar', ['-xzf', archive, 'package/bin/chromium.br'], inFolder)
  const packed = readFileSync(join(FOLDER, 'package/bin/chromium.br'))
  writeFileSync(`${program}.part`, brotliDecompressSync(packed), { mode: 0o755 })
  renameSync(`${program}.part`, program)
  return program
}
