import type { Database } from '../store/database'
import { limitByKey } from './limit-by-key'

/** Writes of an account wait for the lock of its row: more of them would only hold connections of the pool. */
const OF_QUEUE = { running: 4, waiting: 2000 }

export type QueuedDatabase = Database & {
  /** The database, for the statements of one account: they wait for each other, and others do not stand behind them. */
  queued: (queue: string) => Database
}

/** SQLite needs no queues: writes that wait are committed together, and a read waits for one commit at most. */
export function queueStatements(database: Database): QueuedDatabase {
  if (database.dialect === 'sqlite') return { ...database, queued: () => database }
  const inTurn = limitByKey(OF_QUEUE)
  return {
    ...database,
    queued: (queue) => ({
      ...database,
      read: (statement) => inTurn(queue, () => database.read(statement)),
      write: (...statements) => inTurn(queue, () => database.write(...statements)),
    }),
  }
}
