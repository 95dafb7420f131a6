import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { type Api, call, createNote, createUser, jsonOf, logIn } from './api-client'
import { fileOf } from './database'
import { KEPT_DATABASES, type KeptData, type KeptUser } from './kept-databases'
import { callbackOf, newOidcAccount } from './mail-and-oidc'
import { signInWithOidc } from './oidc-calls'
import { startHost } from './servers/host'
import { linkIn, startMailServer } from './servers/mail'
import { startOidcProvider } from './servers/oidc-provider'
import { startPostgres } from './servers/postgres'
import { freePort } from './servers/process'
import { createSqliteFolder } from './servers/sqlite'

const NOTES: [title: string, content: string][] = [
  ['Compras', 'Pan, tomates y jabón de Marsella.'],
  ['', 'La palabra que buscaba era «sobremesa».'],
  ['Vacía', ''],
  ['', ''],
  ['Familia 👨‍👩‍👧‍👦 y 🇪🇸', 'Cumpleaños: 🎂\n\tmañana — 12 €\r\n'],
  ['قائمة المشتريات', 'خبز وحليب، و 12 تفاحة. שלום!'],
  [`Acta ${'ñ'.repeat(495)}`, 'Ascensor, derrama y humedades del portal. '.repeat(200)],
  ["It's \\n $1 'quoted'", '-- DROP TABLE notes; $$ \\. "" ?'],
]

const DELETED: [title: string, content: string][] = [
  ['Borrador', 'Nada todavía'],
  ['', '🗑️'],
]

/** Versions of pg_dump differ in these lines. */
const CHANGING = /^(\\(un)?restrict |-- Dumped |SET transaction_timeout).*\n/gm

/** Writes small databases of this release, made with its built host, and what the host answered. */
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const folder = join(KEPT_DATABASES, version)
mkdirSync(folder, { recursive: true })

const sqlite = createSqliteFolder()
const sqliteUrl = await sqlite.createDatabase()
writeData('sqlite', await fill(sqliteUrl))
const file = fileOf(sqliteUrl)
const database = new DatabaseSync(file)
database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
database.close()
copyFileSync(file, join(folder, 'sqlite.db'))
await sqlite.stop()

const postgres = await startPostgres()
const postgresUrl = await postgres.createDatabase()
writeData('postgres', await fill(postgresUrl))
const options = ['--inserts', '--no-owner', '--no-privileges', postgresUrl]
const dump = execFileSync('pg_dump', options, { encoding: 'utf8' })
writeFileSync(join(folder, 'postgres.sql'), dump.replace(CHANGING, ''))
await postgres.stop()

function writeData(name: string, data: KeptData): void {
  // Each use of a session changes its time.
  const kept = (key: string, value: unknown) => (key === 'lastUsedAt' ? undefined : value)
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(data, kept, 2)}\n`)
}

async function fill(databaseUrl: string): Promise<KeptData> {
  const port = await freePort()
  const mail = await startMailServer()
  const provider = await startOidcProvider({ redirectUris: [callbackOf(port)] })
  const env = { ...mail.env, ...provider.env, PORT: String(port) }
  const host = await startHost({ databaseUrl, env })

  const writer = await createUser(host)
  const { token } = writer
  await logIn(host, writer)
  for (const [title, content] of NOTES) await writer.addNote(title, content)
  const edited = await writer.addNote('Recados')
  await writer.addNote('Después de los recados')
  const json = { title: 'Recados', content: 'Llamar al dentista.' }
  await call(host, 'PUT', `/api/notes/${edited}`, { token, json })
  for (const [title, content] of DELETED) {
    await call(host, 'DELETE', `/api/notes/${await writer.addNote(title, content)}`, { token })
  }

  const account = newOidcAccount(provider)
  const session = await signInWithOidc(host, account)
  await createNote(host, session, 'De quien entra con Google')

  const forgetful = await createUser(host)
  await call(host, 'POST', '/api/auth/forgot', { json: { email: forgetful.email } })
  const [sent] = await mail.mailsTo(forgetful.email)
  const resetToken = linkIn(sent).split('#token=')[1]

  const users: KeptData['users'] = [
    { ...writer, ...(await answersTo(host, token)) },
    { ...session, subject: account.sub, ...(await answersTo(host, session.token)) },
    { ...forgetful, resetToken, ...(await answersTo(host, forgetful.token)) },
  ]
  await host.stop()
  await provider.stop()
  await mail.stop()
  return { stoppedAt: Date.now(), users }
}

async function answersTo(host: Api, token: string): Promise<Pick<KeptUser, 'responses' | 'etags'>> {
  const responses: Record<string, unknown> = {}
  for (const path of ['/api/account', '/api/account/sessions', '/api/notes', '/api/trash']) {
    const response = await call(host, 'GET', path, { token })
    if (response.status !== 200) throw new Error(`The status of ${path} was ${response.status}.`)
    responses[path] = jsonOf(response)
  }
  const etags: Record<string, string> = {}
  for (const { _id } of responses['/api/notes'] as { _id: string }[]) {
    const { headers } = await call(host, 'GET', `/api/notes/${_id}`, { token })
    etags[_id] = String(headers.etag)
  }
  return { responses, etags }
}
