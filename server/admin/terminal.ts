import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

export function isTerminal(): boolean {
  return process.stdin.isTTY === true
}

/** Resolves to the next line of the input; undefined at its end. */
export function prompt(question: string): Promise<string | undefined> {
  return readLine(question, process.stderr)
}

export async function promptSecretly(question: string): Promise<string | undefined> {
  const echo = new Writable({ write: (_chunk, _encoding, done) => done() })
  const line = readLine(question, echo)
  if (isTerminal()) process.stderr.write(question)
  try {
    return await line
  } finally {
    if (isTerminal()) process.stderr.write('\n')
  }
}

/** Replaces control characters: text of users or of their files must not steer the terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')
}

async function readLine(prompt: string, output: NodeJS.WritableStream): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output, terminal: isTerminal(), prompt })
  if (isTerminal()) lines.prompt()
  try {
    for await (const line of lines) return line
    return undefined
  } finally {
    lines.close()
  }
}
