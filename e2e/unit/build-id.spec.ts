import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from '@playwright/test'
import { build } from 'esbuild'
import { buildId, sourceFiles } from '../../deploy/build-id.mjs'
import { test } from '../support/folder'

/** True if the build id differs once the file is there. */
function changesBuildId(folder: string, file: string): boolean {
  const before = buildId(folder)
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), '{}')
  expect(buildId(folder)).toBe(buildId(folder))
  return buildId(folder) !== before
}

const SOURCES = [
  'app/page.tsx',
  'components/ui/dialog.tsx',
  'lib/domain/messages/list.ts',
  'deploy/postbuild.ts',
  'deploy/service-worker/main.ts',
  'public/icon-192.png',
  'server/site/csp.ts',
  'next.config.mjs',
  'package.json',
  'package-lock.json',
  'packages/note-formats/read-notes.ts',
  'postcss.config.mjs',
  'tailwind.config.ts',
  'tsconfig.json',
]
const OTHERS = [
  'README.md',
  'deploy/README.md',
  'deploy/fail2ban/notas.conf',
  'deploy/dist/nginx.conf',
  'e2e/unit/a.ts',
  'packages/note-formats/README.md',
  'packages/note-formats/dist/index.js',
  'site/a.js',
]

test('a change of a source of the front end, and of no other file, changes the build id', ({ folder }) => {
  for (const file of SOURCES) expect(changesBuildId(folder, file), file).toBe(true)
  for (const file of OTHERS) expect(changesBuildId(folder, file), file).toBe(false)
})

test('the build id covers every file that the front end imports', async ({ folder }) => {
  const { metafile } = await build({
    entryPoints: [
      ...readdirSync('app', { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(ts|tsx)$/.test(name))
        .map((name) => join('app', name)),
      'deploy/postbuild.ts',
      'deploy/service-worker/main.ts',
      'next.config.mjs',
      'postcss.config.mjs',
      'tailwind.config.ts',
    ],
    bundle: true,
    metafile: true,
    write: false,
    outdir: folder,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  })
  const imported = Object.keys(metafile.inputs)
  expect(imported.length).toBeGreaterThan(100)
  expect(imported.filter((file) => !sourceFiles().includes(file))).toEqual([])
})
