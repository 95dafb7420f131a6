import type { Database } from './database'

type Query = { text: string; values: (string | number)[] }

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
    tableCreated: true,
  }
}
