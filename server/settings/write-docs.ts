import { readFileSync, writeFileSync } from 'node:fs'
import { envExample, withSettingsTable } from './docs'

const README = 'README.md'

writeFileSync(README, withSettingsTable(readFileSync(README, 'utf8')))
writeFileSync('../.env.example', envExample())
