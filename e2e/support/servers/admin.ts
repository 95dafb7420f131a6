import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { ownProcess } from './process'

type Run = { code: number | null; output: string; errors: string }

export const succeeded = (output: string): Run => ({ code: 0, output, errors: '' })
export const failed = (errors: string): Run => ({ code: 1, output: '', errors })

const COMMAND = [process.execPath, resolve('server/dist/notas.js'), 'admin']

/** Runs the built admin command with `input` on stdin, which is not a terminal. */
export function runAdmin(
  databaseUrl: string,
  args: string[],
  input = '',
  env: Record<string, string> = {},
): Promise<Run> {
  const child = start(databaseUrl, [...COMMAND, ...args], env)
  child.stdin.end(input)
  return runOf(child)
}

/** Runs the admin command in a terminal, and types a reply when the question is printed. */
export function runAdminAtTerminal(
  databaseUrl: string,
  args: string[],
  question: string,
  typed: string,
): Promise<Run> {
  const command = [...COMMAND, ...args].map((part) => `'${part}'`).join(' ')
  const child = start(databaseUrl, ['script', '-qec', command, '/dev/null'])
  let output = ''
  child.stdout.on('data', (text) => {
    const wasPrinted = output.includes(question)
    output += text
    if (!wasPrinted && output.includes(question)) child.stdin.write(typed)
  })
  return runOf(child)
}

/** Whether `script` is that of util-linux, which other systems lack. */
export function hasTerminal(): boolean {
  return spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0
}

function start(
  databaseUrl: string,
  [program = '', ...args]: string[],
  env: Record<string, string> = {},
): ChildProcessWithoutNullStreams {
  const child = spawn(program, args, { env: { ...process.env, DATABASE_URL: databaseUrl, ...env } })
  // A command may end without reading its input.
  child.stdin.on('error', () => {})
  return child
}

async function runOf(child: ChildProcessWithoutNullStreams): Promise<Run> {
  const { exited, stdout, stderr } = ownProcess(child)
  return { code: await exited, output: stdout(), errors: stderr() }
}
