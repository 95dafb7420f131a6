import { readFileSync } from 'node:fs'
import { releaseNotes } from './release'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
console.log(releaseNotes(process.argv[2] ?? '', version, readFileSync('CHANGELOG.md', 'utf8')))
