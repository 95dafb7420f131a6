import { existsSync } from 'node:fs'
import { expect, test } from '../../support/api-fixtures'
import { failed, runAdmin } from '../../support/servers/admin'

test('an admin command does not create a missing database', async ({ databaseUrl }) => {
  const missing = databaseUrl.replace(/[^/]+$/, 'otra/notas.db')
  for (const args of [['users'], ['end-sessions', 'carmen@correo.es'], ['backup', 'copia.db']]) {
    expect(await runAdmin(missing, args)).toEqual(
      failed(
        `DATABASE_URL is '${missing}', where there is no database: start the host once, or go to its folder.\n`,
      ),
    )
  }
  expect(existsSync(missing.slice('file:'.length, -'/notas.db'.length))).toBe(false)
})
