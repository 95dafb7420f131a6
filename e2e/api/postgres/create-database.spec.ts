import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from '../../support/api-fixtures'
import { query } from '../../support/servers/postgres'

test("Compose's PostgreSQL gets a role that owns its database, and is no superuser", async ({
  databaseUrl,
}) => {
  const { hostname, port, username } = new URL(databaseUrl)
  const script = readFileSync('deploy/create-database.sh', 'utf8').replaceAll('notas', 'notas_compose')
  execFileSync('sh', ['-c', script], {
    env: {
      ...process.env,
      PGHOST: hostname,
      PGPORT: port,
      POSTGRES_USER: username,
      POSTGRES_DB: 'postgres',
      POSTGRES_PASSWORD: "o'clave",
    },
  })
  const roles = await query(
    databaseUrl,
    "SELECT rolsuper, rolcreaterole, rolcreatedb, pg_get_userbyid(datdba) AS owner FROM pg_roles, pg_database WHERE rolname = 'notas_compose' AND datname = 'notas_compose'",
  )
  expect(roles).toEqual([
    { rolsuper: false, rolcreaterole: false, rolcreatedb: false, owner: 'notas_compose' },
  ])
})
