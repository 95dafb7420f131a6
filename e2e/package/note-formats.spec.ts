import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect } from '@playwright/test'
import { named } from '../support/documents'
import { test } from '../support/folder'
import { enexNote, enexOf } from '../support/transfer/enex'

const PACKAGE = ['-w', '@notas/note-formats']

const npm = (args: string[], cwd = '.') =>
  execFileSync('npm', ['--silent', ...args], { cwd, encoding: 'utf8' })

/** Copies what the package depends on, so that nothing is downloaded. */
function copyDependencies(folder: string): void {
  for (const path of npm(['ls', ...PACKAGE, '--all', '--parseable'])
    .trim()
    .split('\n')) {
    const place = relative('.', path)
    if (/^node_modules\/(?!@notas\/)/.test(place)) cpSync(path, join(folder, place), { recursive: true })
  }
}

test('the program in the README of note-formats reads an ENEX file, with the tarball alone', ({ folder }) => {
  const making = named('packages/note-formats/README.md', /^npm run build .* && npm pack /)
  const env = { ...process.env, npm_config_loglevel: 'error', npm_config_pack_destination: folder }
  const [tarball] = execFileSync('sh', ['-ec', making], { env, encoding: 'utf8' })
    .trim()
    .split('\n')
    .slice(-1)
  copyDependencies(folder)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  npm(['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], folder)

  const [, program = ''] =
    /```js\n(.*?)```/s.exec(readFileSync('packages/note-formats/README.md', 'utf8')) ?? []
  expect(program.trim().split('\n').length).toBeLessThanOrEqual(10)
  writeFileSync(join(folder, 'program.js'), program)
  const note = enexNote({ title: 'Compra', enml: '<div>Pan</div>', tags: ['cocina'] })
  writeFileSync(join(folder, 'Notas.enex'), enexOf(note, enexNote({ title: 'Viaje' })))
  const output = execFileSync(process.execPath, ['program.js'], { cwd: folder, encoding: 'utf8' })
  const dates = 'Creada: 2023-07-28 · Editada: 2023-08-01'
  expect(output).toBe(`Compra Pan\n\n---\nEtiquetas: cocina\n${dates}\nViaje ---\n${dates}\n`)

  writeFileSync(join(folder, 'typed.ts'), TYPED)
  const tsc = join(process.cwd(), 'node_modules/typescript/bin/tsc')
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--types', '', 'typed.ts']
  execFileSync(process.execPath, [tsc, ...options], { cwd: folder, stdio: 'inherit' })
})

const TYPED = `import { readNotes, type Survey } from '@notas/note-formats'
export const survey: Promise<Survey> = readNotes([])
// @ts-expect-error: files have no names alone
readNotes(['Notas.enex'])
`
