import { writeFile } from 'node:fs/promises'
import { loginStatus, notesStatus } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { failed, hasTerminal, runAdmin, runAdminAtTerminal } from '../../support/servers/admin'

const USAGE = /^Usage: npm run admin -- \[options\] \[command\]\n(.*\n)+ {2}users +lists the users\n/

const INVALID: [sentence: string, ...args: string[]][] = [
  ["unknown command 'user'\n(Did you mean users?)", 'user'],
  ["unknown command 'toString'", 'toString'],
  ["too many arguments for 'users'. Expected 0 arguments but got 1.", 'users', 'carmen@correo.es'],
  ["unknown option '--yes'", 'users', '--yes'],
  ["unknown option '--all'", 'users', '--all'],
  ["missing required argument 'EMAIL'", 'reset-link'],
  ["missing required argument 'EMAIL'", 'delete-user', '--yes'],
  ["missing required argument 'ID'", 'restore-note', 'carmen@correo.es'],
  ["missing required argument 'FILE'", 'backup'],
  ['end-sessions needs either EMAIL or --all.', 'end-sessions'],
  ['end-sessions needs either EMAIL or --all.', 'end-sessions', '--all', 'a@b.es'],
  [
    "too many arguments for 'reset-password'. Expected 1 argument but got 2.",
    'reset-password',
    'carmen@correo.es',
    'nueva clave',
  ],
  ["unknown option '--password'", 'reset-password', 'carmen@correo.es', "--password=nueva='clave"],
]

const runByNpm = (args: string[]) => runAdmin('file:notas.db', args, '', { npm_lifecycle_event: 'admin' })

test('an invalid command line is told in one sentence, without its secrets', { tag: '@slow' }, async () => {
  for (const [sentence, ...args] of INVALID) expect(await runByNpm(args)).toEqual(failed(`${sentence}\n`))
  expect(await runByNpm([])).toEqual({ code: 1, output: '', errors: expect.stringMatching(USAGE) })
  for (const help of ['--help', 'help'])
    expect(await runByNpm([help])).toEqual({ code: 0, output: expect.stringMatching(USAGE), errors: '' })
})

test('an invalid password changes nothing', { tag: '@slow' }, async ({ api, user }) => {
  for (const [input, errors] of [
    ['12345\n', 'A password has at least 6 characters: it was not changed.\n'],
    ['', 'A password has at least 6 characters: it was not changed.\n'],
    ['una\0clave\n', 'That password has characters that cannot be used: it was not changed.\n'],
  ] as const) {
    const run = await runAdmin(api.databaseUrl, ['reset-password', user.email], input)
    expect(run).toEqual(failed(errors))
  }
  expect(await notesStatus(api, user.token)).toBe(200)
  expect(await loginStatus(api, user)).toBe(200)
})

test('links and imports need no secrets, which the service of the host may keep to itself', async ({
  api,
  user,
}, testInfo) => {
  const env = { MAIL_FROM: 'notas@correo.es', OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'notas' }
  const file = testInfo.outputPath('Compra.md')
  await writeFile(file, 'Pan')
  for (const args of [
    ['create-user', `otra-${user.email}`],
    ['reset-link', user.email],
    ['import', user.email, file],
  ])
    expect(await runAdmin(api.databaseUrl, args, '', env)).toMatchObject({ code: 0 })
})

test('an unknown email is reported in one message', { tag: '@slow' }, async ({ api }) => {
  const email = 'nadie@correo.es'
  const calls = [
    ['reset-password', email],
    ['reset-link', email],
    ['end-sessions', email],
    ['delete-user', email, '--yes'],
    ['trash', email],
    ['restore-note', email, 'c0ffee00-0000-4000-8000-000000000000'],
  ]
  const runs = await Promise.all(calls.map((args) => runAdmin(api.databaseUrl, args, 'nueva clave\n')))
  for (const run of runs) expect(run).toEqual(failed("There is no user with the email 'nadie@correo.es'.\n"))
})

test.describe('at a terminal', () => {
  test.skip(!hasTerminal(), "There is no util-linux 'script' here.")

  test('reset-password echoes nothing, and Ctrl-C leaves the old one', async ({ api, user }) => {
    const type = (typed: string) =>
      runAdminAtTerminal(api.databaseUrl, ['reset-password', user.email], 'New password', typed)
    const left = await type('nueva clave\x03')
    expect(left.code).toBe(1)
    expect(left.output).toMatch(/: it was not changed\.\r\n$/)
    expect(await loginStatus(api, user)).toBe(200)

    const { code, output } = await type('nuevo\x7fa clave\r')
    expect(code).toBe(0)
    expect(output).toContain(`New password of ${user.email}: `)
    expect(output).not.toContain('clave')
    expect(await loginStatus(api, { ...user, password: 'nueva clave' })).toBe(200)
  })

  test('delete-user asks for the email', async ({ api, user }) => {
    const args = ['delete-user', user.email]
    for (const [name, typed, code, login] of [
      ['another email', 'otra@correo.es\r', 1, 200],
      ['nothing', '\r', 1, 200],
      ['Ctrl-C', '\x03', 1, 200],
      ['the email', `${user.email}\r`, 0, 401],
    ] as const) {
      const run = await runAdminAtTerminal(api.databaseUrl, args, 'again', typed)
      expect(run.code, name).toBe(code)
      expect(run.output, name).toContain(`This deletes ${user.email} with 0 notes.`)
      expect(await loginStatus(api, user), name).toBe(login)
    }
  })
})
