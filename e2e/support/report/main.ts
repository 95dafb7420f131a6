import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'
import coverageReport from 'monocart-coverage-reports'
import { releaseOf } from '@/deploy/release'
import { type Coverage, withRun } from './page'
import { MEASURED, TESTED } from './promises'

const PAGE = 'docs/how-it-is-tested.md'
const COVERAGE = 'e2e/results/coverage'
const HOST = `file://${resolve('server/dist')}/`

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const { page, unproved } = withRun(readFileSync(PAGE, 'utf8'), {
  report: read('e2e/results/report.json'),
  coverage: await coverageOf(COVERAGE),
  place: `${releaseOf().version}, Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model})`,
  tested: TESTED,
  measured: MEASURED,
  resultsOf: (benchmark) => read(`bench/results/${benchmark}.json`),
})
writeFileSync(PAGE, page)
console.log(`${PAGE} is written.`)
for (const promise of unproved) console.error(`Not proved by this run, and left out: ${promise}`)
if (unproved.length > 0) process.exitCode = 1

/** Coverage of the host's own sources, from what V8 wrote in `folder` for each process that exited by itself. */
async function coverageOf(folder: string): Promise<Coverage> {
  const files = readdirSync(folder).map((name) => join(folder, name))
  const hosts = files.filter(isOfHost)
  for (const file of files) if (!hosts.includes(file)) rmSync(file)
  const report = coverageReport({
    outputDir: `${folder}-report`,
    reports: [],
    logging: 'error',
    entryFilter: ({ url }) => url.startsWith(HOST),
    sourceFilter: (path) => path.startsWith('server/'),
  })
  await report.addFromDir(folder)
  const results = await report.generate()
  if (!results) throw new Error('There is no coverage of the host.')
  const { statements, branches } = results.summary
  return { statements, branches, processes: hosts.length }
}

/** False for other programs, and for a file that ends in the middle: a killed process, or a full disk. */
function isOfHost(file: string): boolean {
  const text = readFileSync(file, 'utf8')
  if (!text.includes(HOST)) return false
  try {
    return Boolean(JSON.parse(text))
  } catch {
    return false
  }
}
