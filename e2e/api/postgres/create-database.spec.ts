import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from '../../support/api-fixtures'
import { query } from '../../support/servers/postgres'

test("Compose's PostgreSQL gets a role that owns its database, and no superuser with a password", async ({
  databaseUrl,
}) => {
  const { hostname, port, username } = new URL(databaseUrl)
  const script = readFileSync('deploy/create-database.sh', 'utf8').replaceAll('notas', 'notas_compose')
  await query(databaseUrl, `ALTER ROLE ${username} PASSWORD 'clave'`)
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
    "SELECT rolname, rolsuper, rolpassword IS NULL AS is_locked FROM pg_authid WHERE rolsuper OR rolname = pg_get_userbyid((SELECT datdba FROM pg_database WHERE datname = 'notas_compose')) ORDER BY rolsuper",
  )
  expect(roles).toEqual([
    { rolname: 'notas_compose', rolsuper: false, is_locked: false },
    { rolname: username, rolsuper: true, is_locked: true },
  ])
})
