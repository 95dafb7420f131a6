import { createHash, randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import type { AppContext } from '@/server/context'
import { createResetEmailSender } from '@/server/mail/reset-email'
import { findOrLinkAccount } from '@/server/oidc/link-account'
import type { Database, Statement } from '@/server/store/database'
import { purgeExpired } from '@/server/store/expired'
import { saveLoginCode } from '@/server/store/login-codes'
import { purgeTimes } from '@/server/store/purge-clock'
import { createToken, hashToken, readToken } from '@/server/store/tokens'
import { purgeTrash } from '@/server/store/trash'
import {
  changePassword,
  deleteUnconfirmedUsers,
  findUserByEmail,
  registerUnconfirmed,
} from '@/server/store/users'
import { type Api, call, createUser, jsonOf, loginStatus, requestLink, setPassword } from './api-client'
import { numbersTo, recordStatements, sql } from './database'
import { serveInProcess } from './servers/in-process-host'

/** More than a page of a list: its texts are read by ids. */
const NOTES = 2000
/** Makes every call of the API, and returns the statements that the host has run, in their order. */
export async function statementsOfEveryCall(database: Database): Promise<Statement[]> {
  const { recorded, statements } = recordStatements(database)
  await useEveryCall(recorded)
  return statements.filter(({ sql }) => !sql.includes('numbers'))
}

async function useEveryCall(database: Database): Promise<void> {
  const mails: string[] = []
  const mailer = async (mail: object) => {
    mails.push(JSON.stringify(mail))
  }
  const host = await serveInProcess(database, (own) => ({
    sendResetEmail: createResetEmailSender({ ...own, mailer, siteUrl: 'http://x' }),
  }))

  await useNotes(host, database)
  await usePassword(host, async () => {
    await host.context.jobs.finished()
    return /#token=([\w-]+)/.exec(mails.join())?.[1] ?? ''
  })
  await useProvider(host, host.context)
  await useAccount(host, database)
  await useUnconfirmed(database)
  await host.stop()
}

async function useNotes(host: Api, database: Database): Promise<void> {
  const user = await createUser(host)
  const { token } = user
  const id = await user.addNote('Compras', 'pan')
  const path = `/api/notes/${id}`
  const json = { title: 'Recados', content: '' }
  const { etag = '' } = (await call(host, 'GET', path, { token })).headers
  await call(host, 'PUT', path, { token, json, headers: { 'If-Match': etag } })
  await call(host, 'PUT', path, { token, json, headers: { 'If-Match': '"1"' } })
  await call(host, 'PUT', path, { token, json })
  await call(host, 'PUT', path.replace(/..$/, 'ff'), { token, json })
  expect(jsonOf(await call(host, 'GET', `${path}/versions`, { token }))).toHaveLength(1)
  const withoutVersions = await serveInProcess(database, () => ({ versionsPerNote: 0 }))
  await call(withoutVersions, 'PUT', path, { token, json })
  await withoutVersions.stop()
  expect(jsonOf(await call(host, 'GET', `${path}/versions`, { token }))).toEqual([])
  const keyed = { token, json, headers: { 'Idempotency-Key': 'una' } }
  await call(host, 'POST', '/api/notes', keyed)
  expect((await call(host, 'POST', '/api/notes', keyed)).status).toBe(201)
  await call(host, 'GET', '/api/notes', { token })
  await call(host, 'DELETE', path, { token, headers: { 'If-Match': '"1"' } })
  const { etag: newest = '' } = (await call(host, 'GET', path, { token })).headers
  const deleted = await call(host, 'DELETE', path, { token, headers: { 'If-Match': newest } })
  expect(deleted.status).toBe(204)
  expect((await call(host, 'POST', `/api/trash/${id}/restore`, { token })).status).toBe(200)
  await call(host, 'DELETE', path, { token })
  await useTrash(host, database, { token, id })
  const lastDay = 'UPDATE sessions SET last_used_at = last_used_at - ? WHERE user_id = ?'
  await database.writeExclusively(sql(lastDay, 25 * 60 * 60 * 1000, readToken(token).userId ?? ''))
  await call(host, 'GET', path, { token })

  const add = `INSERT INTO notes (id, user_id, title, content, version)
    SELECT CAST(n AS TEXT), users.id, '', '', n FROM users, ${numbersTo(NOTES)}`
  await database.writeExclusively(sql(add))
  expect(jsonOf(await call(host, 'GET', '/api/notes', { token }))).toHaveLength(NOTES + 1)
  await call(host, 'POST', '/api/auth/logout', { token })
}

async function useTrash(host: Api, database: Database, { token, id }: { token: string; id: string }) {
  expect(jsonOf(await call(host, 'GET', '/api/trash', { token }))).toHaveLength(1)
  expect((await call(host, 'DELETE', `/api/trash/${id}`, { token })).status).toBe(204)
  const trashed = async () => jsonOf(await call(host, 'GET', '/api/trash', { token })) as unknown[]
  const fill = sql(
    `INSERT INTO trash (id, user_id, title, content, version, deleted_at)
      SELECT CAST(n AS TEXT), users.id, '', '', n, ? FROM users, ${numbersTo(NOTES)}`,
    Date.now(),
  )
  await database.writeExclusively(fill)
  expect(await trashed()).toHaveLength(NOTES)
  const { etag = '' } = (await call(host, 'GET', '/api/trash', { token })).headers
  const headers = { 'If-Match': etag }
  expect((await call(host, 'DELETE', '/api/trash', { token, headers })).status).toBe(204)
  expect(await trashed()).toEqual([])
  await database.writeExclusively(fill)
  const { signal } = new AbortController()
  await purgeTrash(database, Date.now() + 1, signal)
  await purgeExpired(database, await purgeTimes(database, Date.now()), signal)
  expect(await trashed()).toEqual([])
}

async function usePassword(host: Api, mailedToken: () => Promise<string>): Promise<void> {
  const user = await createUser(host)
  expect(await loginStatus(host, { ...user, password: 'otra clave' })).toBe(401)
  await requestLink(host, user.email)
  expect((await setPassword(host, await mailedToken(), 'otra clave')).status).toBe(204)
  await call(host, 'GET', '/api/health')
}

async function useAccount(host: Api, database: Database): Promise<void> {
  const { token, password, addNote } = await createUser(host)
  await addNote('Compras')
  const json = { currentPassword: password, newPassword: 'otra clave' }
  expect((await call(host, 'PUT', '/api/account/password', { token, json })).status).toBe(204)
  const deletion = { token, json: { password: 'otra clave' } }
  expect((await call(host, 'DELETE', '/api/account/sessions', deletion)).status).toBe(204)
  expect((await call(host, 'DELETE', '/api/account', deletion)).status).toBe(204)

  const byOperator = await createUser(host)
  const user = await findUserByEmail(database, byOperator.email)
  await changePassword(database, user?.id ?? '', 'x')

  const other = await createUser(host)
  const [session] = jsonOf(await call(host, 'GET', '/api/account/sessions', other)) as { id: string }[]
  expect((await call(host, 'DELETE', `/api/account/sessions/${session?.id}`, other)).status).toBe(204)
}

/** Two logins by a provider that the host does not have. */
async function useProvider(host: Api, context: AppContext): Promise<void> {
  const profile = { issuer: 'http://x', subject: 'carmen', email: 'carmen@x.es', name: 'Carmen' }
  const client = { address: '192.0.2.1', networks: ['192.0.2.1'] as [string] }
  const verifier = 'v'.repeat(43)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  await findOrLinkAccount(context, profile, client)
  const account = await findOrLinkAccount(context, { ...profile, issuer: 'https://otro.example' }, client)
  const userId = account?.userId ?? ''
  const code = createToken(userId)
  const login = { codeHash: hashToken(code), userId, challenge, now: Date.now() }
  await saveLoginCode(context.database, login)
  expect((await call(host, 'POST', '/api/auth/oidc/session', { json: { code, verifier } })).status).toBe(200)
}

async function useUnconfirmed(database: Database): Promise<void> {
  const user = { id: randomUUID(), userName: 'Ana', email: 'ana@x.es', confirmBy: 1, now: 1 }
  expect(await registerUnconfirmed(database, user)).toBe(user.id)
  await deleteUnconfirmedUsers(database, 2, new AbortController().signal)
}
