import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

export function isTerminal(): boolean {
  return process.stdin.isTTY === true
}

/** Resolves to the next line of the input; undefined at its end. A secret is not shown. */
export async function prompt(question: string, { isSecret = false } = {}): Promise<string | undefined> {
  const output = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr
  const terminal = isTerminal()
  const lines = createInterface({ input: process.stdin, output, terminal, prompt: question })
  if (terminal) lines.prompt()
  if (terminal && isSecret) process.stderr.write(question)
  try {
    for await (const line of lines) return line
    return undefined
  } finally {
    lines.close()
    if (terminal && isSecret) process.stderr.write('\n')
  }
}

/** Replaces control characters: text of users or of their files must not steer the terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')
}
