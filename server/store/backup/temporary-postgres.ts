import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

/** SQLSTATE of a role that lacks a right. */
const FORBIDDEN = '42501'

export async function withTemporaryPostgres<Result>(
  url: string,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const name = `notas_verify_${randomUUID().replaceAll('-', '')}`
  await execute(url, `CREATE DATABASE ${name} TEMPLATE template0`).catch((cause) => {
    if (cause.code !== FORBIDDEN) throw cause
    throw new Error("DATABASE_URL's role may not create databases: ALTER ROLE … CREATEDB lets it", { cause })
  })
  const temporary = new URL(url)
  temporary.pathname = name
  try {
    return await use(temporary.href)
  } finally {
    await execute(url, `DROP DATABASE ${name} WITH (FORCE)`)
  }
}

async function execute(url: string, text: string): Promise<void> {
  const client = new Client(url)
  try {
    await client.connect()
    await client.query(text)
  } finally {
    await client.end()
  }
}
