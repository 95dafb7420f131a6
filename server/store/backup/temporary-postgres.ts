import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

const FORBIDDEN = '42501'

/** A role that is or can become one of these may run programs and write files on the database's machine. */
const POWERFUL = `SELECT FROM pg_roles WHERE pg_has_role(session_user, oid, 'MEMBER') AND (rolsuper OR rolcreaterole
  OR rolname IN ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files'))`

/** `setting` has the URL, and is named in errors. */
export async function withTemporaryPostgres<Result>(
  url: string,
  setting: string,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  if ((await execute(url, POWERFUL)).length > 0) {
    const remedy = 'VERIFY_DATABASE_URL must name one that may create databases and no more'
    throw new Error(`${setting}'s role may run programs by SQL, and so could the file: ${remedy}`)
  }
  const name = `notas_verify_${randomUUID().replaceAll('-', '')}`
  await execute(url, `CREATE DATABASE ${name} TEMPLATE template0`).catch((cause) => {
    if (cause.code !== FORBIDDEN) throw cause
    throw new Error(`${setting}'s role may not create databases: ALTER ROLE … CREATEDB lets it`, { cause })
  })
  const temporary = new URL(url)
  temporary.pathname = name
  try {
    return await use(temporary.href)
  } finally {
    await execute(url, `DROP DATABASE ${name} WITH (FORCE)`)
  }
}

async function execute(url: string, text: string): Promise<object[]> {
  const client = new Client(url)
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
