import { mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, relative } from 'node:path'
import { mock } from 'node:test'
import { SettingError } from '@/lib/domain/deployment.mjs'
import { openDatabase } from '@/server/store/open'
import { call } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { lockDatabase } from '../../support/database'
import { preloading, runHost } from '../../support/servers/host'

test('a file that is no database cannot be opened', async ({ folder }) => {
  writeFileSync(join(folder, 'file'), 'no es una base de datos, sino un texto'.repeat(100))
  mkdirSync(join(folder, 'folder'))
  for (const path of ['file/notas.db', 'folder', 'file']) {
    const opening = openDatabase(`file:${join(folder, path)}`, { timeoutMs: 0 })
    await expect(opening, path).rejects.toThrow(/^DATABASE_URL is 'file:.+', which cannot be used: .+\.$/)
    await expect(opening, path).rejects.toThrow(SettingError)
  }
})

test('a file that may not be opened is named with its whole path and the user', async ({ folder }) => {
  const file = join(folder, 'closed/notas.db')
  mkdirSync(join(folder, 'closed'), { mode: 0 })
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.('nobody')
  try {
    await expect(openDatabase(`file:${relative('.', file)}`, { timeoutMs: 0 })).rejects.toThrow(
      ` (${file}, as the user ${userInfo().username}).`,
    )
  } finally {
    if (isRoot) process.seteuid?.('root')
  }
})

test('a path of something else than a file is refused in a sentence', async ({ folder }) => {
  await expect(openDatabase(`file:${folder}`, { timeoutMs: 0 })).rejects.toThrow(
    `DATABASE_URL is 'file:${folder}', which cannot be used: it is not a file.`,
  )
})

test('a new database on a network disk needs NETWORK_DISK=on', async ({ databaseUrl, start }) => {
  const onNfs = preloading(`import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'
    fs.statfsSync = () => ({ type: 0x6969 })
    syncBuiltinESMExports()`)
  const { code, output } = await runHost({ ...onNfs, DATABASE_URL: databaseUrl })
  expect(code).toBe(1)
  expect(output).toMatch(
    /^DATABASE_URL is 'file:.+' on NFS, where SQLite can lose data: .+ NETWORK_DISK=on\.\n$/,
  )

  const starts: Record<string, string>[] = [{ NETWORK_DISK: 'on' }, {}]
  for (const env of starts) {
    const host = await start({ ...onNfs, ...env })
    expect((await call(host, 'GET', '/api/health')).status).toBe(200)
    expect(host.output().includes('on NFS')).toBe(!('NETWORK_DISK' in env))
    await host.stop()
  }
})

test('the start waits for a locked database', { tag: '@slow' }, async ({ databaseUrl, start }) => {
  const { close } = await openDatabase(databaseUrl)
  await close()

  const unlock = await lockDatabase({ databaseUrl })
  const starting = start()
  // The driver waits for 5 s.
  const { now } = performance
  const clock = mock.method(performance, 'now', () => 5 * now.call(performance))
  const attempt = openDatabase(databaseUrl, { timeoutMs: 0 })
  await expect(attempt).rejects.toThrow(
    /^DATABASE_URL is 'file:.+', which cannot be used: database is locked\.$/,
  )
  clock.mock.restore()
  await unlock()

  expect((await call(await starting, 'GET', '/api/health')).status).toBe(200)
})
