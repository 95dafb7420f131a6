import { releaseNotes } from './release-notes'

console.log(releaseNotes(process.argv[2] ?? ''))
