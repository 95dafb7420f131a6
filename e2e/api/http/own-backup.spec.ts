import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, jsonOf, listNotes } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { documented } from '../../support/documents'
import { isInstalled } from '../../support/servers/process'

test("the README's script copies all notes, and keeps the last good copy", async ({ host, user, folder }) => {
  test.skip(!isInstalled('curl') && !process.env.CI, 'curl is not installed')
  const logInWith = (password: string) =>
    writeFileSync(join(folder, 'login.json'), JSON.stringify({ email: user.email, password }))
  const copy = () => JSON.parse(readFileSync(join(folder, 'notas.json'), 'utf8'))
  const runScript = () =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const script = scriptOf(host.origin)
      execFile('bash', ['-c', script], { cwd: folder, timeout: 60_000 }, (error, output, errors) =>
        resolve({ code: error ? Number(error.code) : 0, output: output + errors }),
      )
    })

  for (let count = 0; count < 20; count += 1) await user.addNote(`"Compras" ${count}`, 'pan\n🥖')
  logInWith(user.password)
  expect(await runScript()).toEqual({ code: 0, output: '' })
  const notes = await listNotes(host, user)
  expect(copy()).toEqual(notes)
  expect(statSync(join(folder, 'notas.json')).mode & 0o777).toBe(0o600)
  const sessions = await call(host, 'GET', '/api/account/sessions', { token: user.token })
  expect(jsonOf(sessions)).toHaveLength(1)

  await user.addNote('Recados')
  logInWith('otra clave')
  const failed = await runScript()
  expect(failed.code).toBe(22)
  expect(failed.output).toContain('401')
  expect(copy()).toEqual(notes)
  expect(readdirSync(folder).sort()).toEqual(['login.json', 'notas.json'])
})

/** The lines of the README, for another host. */
function scriptOf(origin: string): string {
  const script = documented('server/README.md', 'login.json')
  expect(script.trim().split('\n')).toHaveLength(6)
  expect(script).toContain('https://notas.example/api')
  return script.replace('https://notas.example', origin)
}
