import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Whether somebody is there to be asked. */
export function isTerminal(): boolean {
  return process.stdin.isTTY === true
}

/** The next line of the input; undefined where it ends before. */
export function ask(question: string): Promise<string | undefined> {
  return readLine(question, process.stderr)
}

/** The same, with nothing on the terminal of what is typed. */
export async function askSecretly(question: string): Promise<string | undefined> {
  const echo = new Writable({ write: (_chunk, _encoding, done) => done() })
  const answer = readLine(question, echo)
  if (isTerminal()) process.stderr.write(question)
  try {
    return await answer
  } finally {
    if (isTerminal()) process.stderr.write('\n')
  }
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
