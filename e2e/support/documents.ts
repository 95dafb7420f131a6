import { readFileSync } from 'node:fs'

/** Commands of the block of a document in which `text` stands. */
export function documented(document: string, text: string): string {
  const blocks = [...readFileSync(document, 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)]
  const block = blocks.map(([, commands = '']) => commands).find((commands) => commands.includes(text))
  if (block === undefined) throw new Error(`${document} has no commands with '${text}'.`)
  return block
}

/** A command that stands in a sentence of a document. */
export function named(document: string, command: RegExp): string {
  const text = readFileSync(document, 'utf8')
    .replace(/^```.*?^```$/gms, '')
    .replaceAll('\n', ' ')
  const found = [...text.matchAll(/`([^`]+)`/g)].find(([, code = '']) => command.test(code))?.[1]
  if (found === undefined) throw new Error(`${document} names no command like ${command}.`)
  return found
}

/** Commands for a folder that stands for the root of the file system, and for the user of this process. */
export function commandsIn(folder: string, commands: string): string {
  return commands
    .replace(/(?<![\w.])\/(var|opt|etc)(?![\w-])/g, `${folder}/$1`)
    .replaceAll('/usr/bin/node', process.execPath)
    .replaceAll('-o notas -g notas ', '')
    .replaceAll('runuser -u notas -- ', '')
    .replace(/^useradd .*\n/m, '')
}

/** Command lines of a unit; systemd reads `%%` as a percent sign and `$$` as a dollar. */
export function commandsOf(unit: string): string[] {
  const lines = readFileSync(unit, 'utf8').matchAll(/^ExecStart=(.+)$/gm)
  return [...lines].map(([, command = '']) => command.replaceAll('%%', '%').replaceAll('$$', '$'))
}
