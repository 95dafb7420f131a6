import { CORS, OPTIONAL, PROMISES } from '@notas/host-contract'
import { call, createUser, jsonOf } from '../support/api-client'
import { expect, test } from '../support/api-fixtures'
import { resultsOf } from '../support/contract-results'

const ENTRY = 'two accounts register and log in'

test('our host keeps every promise, and offers all that is optional', async ({ start }) => {
  const frontEnd = 'https://notas.example'
  const host = await start({ CORS_ORIGINS: frontEnd })
  const names = [ENTRY, ...Object.keys({ ...CORS, ...PROMISES, ...OPTIONAL })]
  expect(await resultsOf(host.origin, { frontEnd })).toEqual(names.map((name) => ({ name, is: 'holds' })))
})

test('a host that mails links to new accounts is not asked which emails have one', async ({
  start,
  mail,
}) => {
  const open = await start()
  const accounts = [await createUser(open), await createUser(open)]
  const host = await start({
    REGISTRATION: 'correo.es',
    SITE_URL: 'https://notas.example/app',
    ...mail.env,
  })
  const results = await resultsOf(host.origin, { accounts })
  expect(results.filter(({ is }) => is === 'broken')).toEqual([])
  expect(results.find(({ name }) => name.startsWith('a registration with a taken'))?.is).toBe('not checked')
})

test('given accounts keep their notes, and only what the check has made is gone', async ({ host, user }) => {
  const other = { userName: 'Otra', email: `otra-${user.email}`, password: user.password }
  await call(host, 'POST', '/api/auth/register', { json: other })
  const _id = await user.addNote('Plantas', 'Riego')
  const results = await resultsOf(host.origin, { accounts: [user, other] })
  expect(results.filter(({ is }) => is === 'broken')).toEqual([])
  expect(jsonOf(await user.call('GET', '/api/notes'))).toEqual([{ _id, title: 'Plantas', content: 'Riego' }])
  expect(jsonOf(await user.call('GET', '/api/trash'))).toEqual([])
})
