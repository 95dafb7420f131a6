import type { Database } from './database'

type Query = { text: string; values: (string | number)[] }

/** Lets the statements of rate-limiter-flexible run as all others do. */
export function limiterClient(database: Database) {
  return {
    storeClient: {
      async query({ text, values }: Query) {
        const [rows = []] = await database.write({ sql: text, params: values })
        return { rows, rowCount: rows.length }
      },
    },
    storeType: 'pool',
    tableName: 'limits',
    // By the migrations.
    tableCreated: true,
  }
}
