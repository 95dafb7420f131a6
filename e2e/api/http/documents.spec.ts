import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { LONG_RUNS } from '../../faults/long-runs'
import {
  codeIn,
  documented,
  documentedLine,
  named,
  operatorsCommands,
  withoutComment,
} from '../../support/documents'

const PACKAGES = readdirSync('packages').map((name) => `packages/${name}`)
const FOLDERS = ['.', 'bench', 'server', 'deploy', 'deploy/cluster', 'docs', ...PACKAGES]

const DOCUMENTS = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md')
    .map((name) => join(folder, name)),
)

/** A command of ours, after its settings: `npm run build`, `node notas admin users`; `places` are its line, block or span. */
type Command = { document: string; places: string[]; words: string[] }

function commandsIn(document: string): Command[] {
  const { blocks, spans } = codeIn(document)
  return [...blocks, ...spans].flatMap((code) =>
    code
      .replaceAll('\\\n', ' ')
      .split('\n')
      .map(withoutComment)
      .flatMap((line) => line.split(/&&|\||;/).map((part) => ({ part: part.trim(), places: [code, line] })))
      .map(({ part, places }) => ({ document, places, words: wordsOf(part) }))
      .filter(
        ({ words: [program = '', word] }) =>
          ['npm', 'npx', 'curl'].includes(program) || (program === 'node' && word === 'notas'),
      ),
  )
}

function wordsOf(part: string): string[] {
  return part
    .replace(/^(?:(?:export )?[A-Z_]+=\S+ |[a-z]+=\$\(|trap ')+/, '')
    .replace(/^node --env-file=\S+ \S*notas\b/, 'node notas')
    .split(/\s+/)
}

const scriptsIn = (file: string) => JSON.parse(readFileSync(file, 'utf8')).scripts as Record<string, string>

const SCRIPTS = scriptsIn('package.json')

/** Placeholders in commands: `EMAIL`, `VERSION`, `…`. */
const isPlaceholder = (word: string) => /^([A-Z][A-Z_]*|…)$/.test(word)

const isTest = (word: string) => [word, `e2e/${word}`, `e2e/${word}.spec.ts`].some((path) => existsSync(path))

/** Says why a command cannot be run as it stands; undefined if it can. */
function faultOf([program, ...words]: string[]): string | undefined {
  if (program === 'curl') return undefined
  if (program === 'node') return faultOfNotas(words.slice(1))
  if (program === 'npx') return faultOfNpx(words)
  const [command = '', name = '', ...rest] = words
  if (['ci', 'pack', 'version'].includes(command)) return undefined
  const script = command === 'run' ? name : command
  const workspace = rest[rest.indexOf('-w') + 1]?.replace('@notas/', 'packages/')
  const scripts = rest.includes('-w') ? scriptsIn(`${workspace}/package.json`) : SCRIPTS
  if (isPlaceholder(script) || script.endsWith('…')) return undefined
  if (!scripts[script]) return `there is no script ${script}`
  const passed = words.includes('--') ? words.slice(words.indexOf('--') + 1) : []
  if (script === 'test') return passed.find((word) => word.includes('/') && !isTest(word))
  const [first = ''] = passed
  if (script === 'bench')
    return existsSync(`bench/${first || 'main'}.ts`) ? undefined : `no benchmark ${first}`
  if (script === 'faults' && first) return first in LONG_RUNS ? undefined : `no fault run ${first}`
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
    'npm run faults -- day',
    'npx tsx e2e/moth.ts',
    'node notas admin moth EMAIL',
    'node notas rebase --moth out',
  ])
    expect(faultOf(command.split(' ')), command).toBeDefined()
})

const TAKING = /\b(documented|documentedLine)\(\s*([\w'/.-]+),\s*'(.+?)'/g

/** Blocks, lines and spans of documents that tests take, to run them. */
function takenByTests(): Set<string> {
  const taken = new Set<string>()
  const folders = readdirSync('e2e').filter((name) => !/\.|^(exports|results)$/.test(name))
  const files = folders.flatMap((folder) =>
    readdirSync(join('e2e', folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join('e2e', folder, file),
    ),
  )
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const source = readFileSync(file, 'utf8')
    const textOf = (word: string) =>
      /^'(.*)'$/.exec(word)?.[1] ?? RegExp(`^const ${word} = '(.*)'$`, 'm').exec(source)?.[1]
    for (const [, call, place = '', text = ''] of source.matchAll(TAKING)) {
      const document = textOf(place)
      const take = call === 'documented' ? documented : documentedLine
      if (document?.endsWith('.md')) taken.add(take(document, text.replaceAll('\\n', '\n')))
    }
    for (const [, place = '', patterns = ''] of source.matchAll(/\bnamed\(\s*([\w'/.-]+),\s*(.*)$/gm))
      for (const [, pattern = ''] of patterns.matchAll(/(?:^|[?:] )\/(.+?)(?<!\\)\//g)) {
        const document = textOf(place)
        if (document) taken.add(named(document, RegExp(pattern)))
      }
  }
  return taken
}

/** Beginnings of commands that the page says no test runs. */
function unrun(): string[] {
  const [, list = ''] =
    /^- No test runs (.+?)\.$/ms.exec(readFileSync('docs/how-it-is-tested.md', 'utf8')) ?? []
  return [...list.matchAll(/`([^`]+)`/g)].map(([, command = '']) => command.replace(/\s+/g, ' '))
}

test('each command of ours is run by a test, or is named among those that are not', () => {
  const taken = takenByTests()
  const ofOperators = operatorsCommands().map((command) => `node notas admin ${command}`)
  const run = new Set(
    COMMANDS.filter(({ places }) => places.some((place) => taken.has(place))).map(({ words }) =>
      words.join(' '),
    ),
  )
  const others = COMMANDS.filter(({ words }) => ![...run, ...ofOperators].includes(words.join(' ')))
  const isUnder = (start: string) => (command: Command) =>
    `${command.words.join(' ')} `.startsWith(start.endsWith('…') ? start.slice(0, -1) : `${start} `)
  const listed = unrun()
  const missing = others.filter((command) => !listed.some((start) => isUnder(start)(command)))
  expect(missing.map(({ document, words }) => `${document}: ${words.join(' ')}`)).toEqual([])
  // A test runs what follows it in `npm ci && npm start`.
  const own = listed.filter((start) => /^(npm|npx|node|curl) /.test(start) && start !== 'npm ci')
  expect(own.filter((start) => !others.some(isUnder(start)))).toEqual([])
})

test('what is not ours is shell that can be read', () => {
  for (const document of DOCUMENTS)
    for (const block of codeIn(document).blocks) {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: block, encoding: 'utf8' })
      expect([status, stderr], `${document}: ${block}`).toEqual([0, ''])
    }
})

test('operators, who have the package alone, are told its commands, and the form of a clone once', () => {
  const ofClones = COMMANDS.filter(({ words }) => words.join(' ').startsWith('npm run admin'))
  expect(ofClones.map(({ document, places }) => [document, places[0]])).toEqual([
    ['server/README.md', 'npm run admin -- COMMAND'],
  ])
})
