import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

// Prints the measures of CONTRIBUTING that can be counted. The linter counts imports that run back up: none.
const PRODUCT = ['app', 'components', 'lib', 'server', 'deploy']
const CODE = /\.(tsx?|mjs|css)$/

const app = read(PRODUCT, CODE)
const packages = read(['packages'], CODE)
const tests = read(['e2e'], CODE)
const frontEnd = read(['app', 'components', 'lib'], /\.tsx?$/)

console.table({
  'app, lines': lines(app),
  'packages, lines': lines(packages),
  'tests : product': Number((lines(tests) / (lines(app) + lines(packages))).toFixed(2)),
  'effects of the front end': count(frontEnd, /^\s*use(Layout)?Effect\(/gm),
  'optional fields of one type': Math.max(...optionalFields([...app, ...packages])),
  'comments, % of lines': Number(((100 * count(app, /^\s*(\/\/|\/?\*)/gm)) / lines(app)).toFixed(1)),
  'documents, words': count(read(['.'], /\.md$/), /\S+/g),
})

function read(folders: string[], name: RegExp): string[] {
  const files = execFileSync('git', ['ls-files', ...folders], { encoding: 'utf8' })
    .trim()
    .split('\n')
  return files.filter((file) => name.test(file)).map((file) => readFileSync(file, 'utf8'))
}

function lines(files: string[]): number {
  return count(files, /\n/g)
}

function count(files: string[], pattern: RegExp): number {
  return files.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0)
}

function optionalFields(files: string[]): number[] {
  const types = files.flatMap((text) => text.match(/^(export )?type .*\{$[\s\S]*?^\}/gm) ?? [])
  return types.map((type) => type.match(/^ {2}\w+\?:/gm)?.length ?? 0)
}
