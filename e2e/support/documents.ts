import { readFileSync } from 'node:fs'

/** Blocks of commands of a document, and of its code in sentences each. */
export function codeIn(document: string): { blocks: string[]; spans: string[] } {
  const text = readFileSync(document, 'utf8')
  const spans = text.replace(/^```.*?^```$/gms, '').matchAll(/`([^`]+)`/g)
  return {
    blocks: [...text.matchAll(/^```(?:ba)?sh\n(.*?)^```$/gms)].map(([, block = '']) => block),
    spans: [...spans].map(([, span = '']) => span.replace(/\s+/g, ' ')),
  }
}

/** Commands of the block of a document in which `text` stands. */
export function documented(document: string, text: string): string {
  const block = codeIn(document).blocks.find((commands) => commands.includes(text))
  if (block === undefined) throw new Error(`${document} has no commands with '${text}'.`)
  return block
}

/** The first line of the blocks of a document that begins with `text`, without its comment. */
export function documentedLine(document: string, text: string): string {
  const lines = codeIn(document).blocks.flatMap((block) => block.split('\n'))
  const line = lines.find((commands) => commands.startsWith(text))
  if (line === undefined) throw new Error(`${document} has no line that begins with '${text}'.`)
  return withoutComment(line)
}

export function withoutComment(line: string): string {
  return line.replace(/\s+#.*$/, '')
}

/** A command that stands in a sentence of a document. */
export function named(document: string, command: RegExp): string {
  const found = codeIn(document).spans.find((code) => command.test(code))
  if (found === undefined) throw new Error(`${document} names no command like ${command}.`)
  return found
}

/** Commands of the operator's table, as they follow `node notas admin`. */
export function operatorsCommands(): string[] {
  const [, section = ''] = readFileSync('server/README.md', 'utf8').split("## The operator's command\n")
  return [...section.matchAll(/^\| `([^`]+)` /gm)].map(([, command = '']) => command)
}

/** Commands for a folder that stands for the root of the file system, and for the user of this process. */
export function commandsIn(folder: string, commands: string): string {
  return commands
    .replace(/(?<![\w.])\/(var|opt|etc)(?![\w-])/g, `${folder}/$1`)
    .replaceAll('/usr/bin/node', process.execPath)
    .replace(/(-o notas )?-g notas /g, '')
    .replaceAll('runuser -u notas -- ', '')
    .replace(/^useradd .*\n/m, '')
}

/** Command lines of a unit; systemd reads `%%` as a percent sign and `$$` as a dollar. */
export function commandsOf(unit: string): string[] {
  const lines = readFileSync(unit, 'utf8').matchAll(/^ExecStart(?:Pre)?=(.+)$/gm)
  return [...lines].map(([, command = '']) => command.replaceAll('%%', '%').replaceAll('$$', '$'))
}
