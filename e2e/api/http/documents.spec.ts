import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

const FOLDERS = ['.', 'bench', 'server', 'deploy', 'deploy/cluster', 'docs', 'packages/host-contract']

const DOCUMENTS = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md')
    .map((name) => join(folder, name)),
)

/** A command of ours in a document, after its settings: `npm run build`, `node notas admin users`. */
type Command = { document: string; words: string[] }

function commandsIn(document: string): Command[] {
  const text = readFileSync(document, 'utf8')
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
  const spans = [...text.replace(/^```.*?^```$/gms, '').matchAll(/`([^`]+)`/g)].map(([, span = '']) =>
    span.replaceAll('\n', ' '),
  )
  return [...blocks.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n')), ...spans]
    .map((line) => line.replace(/\s+#.*$/, ''))
    .flatMap((line) => line.split(/&&|\||;/))
    .map((part) =>
      part
        .trim()
        .replace(/^(?:[A-Z_]+=\S+ )+/, '')
        .split(/\s+/),
    )
    .filter(
      ([program, word]) => ['npm', 'npx'].includes(program ?? '') || (program === 'node' && word === 'notas'),
    )
    .map((words) => ({ document, words }))
}

const scriptsIn = (file: string) => JSON.parse(readFileSync(file, 'utf8')).scripts as Record<string, string>

const SCRIPTS = scriptsIn('package.json')

/** Placeholders in commands: `EMAIL`, `VERSION`, `…`. */
const isPlaceholder = (word: string) => /^([A-Z][A-Z_]*|…)$/.test(word)

const isTest = (word: string) => [word, `e2e/${word}`, `e2e/${word}.spec.ts`].some((path) => existsSync(path))

/** Says why a command cannot be run as it stands; undefined if it can. */
function faultOf([program, ...words]: string[]): string | undefined {
  if (program === 'node') return faultOfNotas(words.slice(1))
  if (program === 'npx') return faultOfNpx(words)
  const [command = '', name = '', ...rest] = words
  if (['ci', 'version'].includes(command)) return undefined
  const script = command === 'run' ? name : command
  const scripts = rest.includes('-w') ? scriptsIn(`${rest[rest.indexOf('-w') + 1]}/package.json`) : SCRIPTS
  if (isPlaceholder(script)) return undefined
  if (!scripts[script]) return `there is no script ${script}`
  const passed = words.includes('--') ? words.slice(words.indexOf('--') + 1) : []
  if (script === 'test') return passed.find((word) => word.includes('/') && !isTest(word))
  const [first = ''] = passed
  if (script === 'bench')
    return existsSync(`bench/${first || 'main'}.ts`) ? undefined : `no benchmark ${first}`
  if (script === 'faults' && first)
    return readFileSync('e2e/faults/long-runs.ts', 'utf8').includes(first)
      ? undefined
      : `no fault run ${first}`
  return script === 'admin' || script === 'contract' ? faultOfNotas([script, ...passed]) : undefined
}

function faultOfNpx([program, ...words]: string[]): string | undefined {
  if (program === 'tsx') return words.find((word) => word.endsWith('.ts') && !existsSync(word))
  const paths = words.slice(words.indexOf('e2e') + 1)
  return program === 'playwright' ? paths.find((word) => word.includes('/') && !isTest(word)) : undefined
}

/** Compares the words with the program's own usage. */
function faultOfNotas(words: string[]): string | undefined {
  const length = words[0] === 'admin' ? 2 : 1
  const command = words.slice(0, length).filter((word) => !word.startsWith('-'))
  if (command.length === 0 || command.some(isPlaceholder)) return undefined
  const { stdout } = spawnSync('node', ['server/dist/notas.js', ...command, '--help'], { encoding: 'utf8' })
  if (!stdout.startsWith(`Usage: node notas ${command.join(' ')}`)) return `no command ${command.join(' ')}`
  return words.slice(length).find((word) => word.startsWith('--') && !stdout.includes(word))
}

const COMMANDS = DOCUMENTS.flatMap(commandsIn)

test('the documents name many commands of ours, and each has its script, its file or its place in the usage', () => {
  expect(COMMANDS.length).toBeGreaterThan(60)
  const known = new Map<string, string | undefined>()
  const faults = COMMANDS.flatMap(({ document, words }) => {
    const command = words.join(' ')
    if (!known.has(command)) known.set(command, faultOf(words))
    const fault = known.get(command)
    return fault === undefined ? [] : [`${document}: ${command}: ${fault}`]
  })
  expect(faults).toEqual([])
})

test('a command that no longer exists is found', () => {
  for (const command of [
    'npm run moth',
    'npm test -- e2e/unit/moth.spec.ts',
    'npm run bench -- moth',
    'npx tsx e2e/moth.ts',
    'node notas admin moth EMAIL',
    'node notas rebase --moth out',
  ])
    expect(faultOf(command.split(' ')), command).toBeDefined()
})

test('operators, who have the package alone, are told its commands, and the form of a clone once', () => {
  const ofClones = COMMANDS.filter(({ words }) => words.join(' ').startsWith('npm run admin'))
  expect(ofClones).toEqual([
    { document: 'server/README.md', words: ['npm', 'run', 'admin', '--', 'COMMAND'] },
  ])
})
