import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { ownProcess } from './process'

type Run = { code: number | null; output: string; errors: string }

const COMMAND = [process.execPath, resolve('server/dist/admin.js')]

/** Runs the operator's built command, with an input that is no terminal. */
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

/** The same at a terminal, where somebody types the answer once the question stands there. */
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
    const wasAsked = output.includes(question)
    output += text
    if (!wasAsked && output.includes(question)) child.stdin.write(typed)
  })
  return runOf(child)
}

/** util-linux's, which others of this name are not. */
export function hasTerminal(): boolean {
  return spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0
}

function start(
  databaseUrl: string,
  [program = '', ...args]: string[],
  env: Record<string, string> = {},
): ChildProcessWithoutNullStreams {
  const child = spawn(program, args, { env: { ...process.env, DATABASE_URL: databaseUrl, ...env } })
  // Not every command reads it.
  child.stdin.on('error', () => {})
  return child
}

async function runOf(child: ChildProcessWithoutNullStreams): Promise<Run> {
  const { exited, stdout, stderr } = ownProcess(child)
  return { code: await exited, output: stdout(), errors: stderr() }
}
