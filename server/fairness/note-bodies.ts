import { finished } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { clientOf } from '../http/client'
import { tooBusy } from '../http/failures'
import type { Metrics } from '../metrics'
import { createTurns } from './turns'

const MIB = 1024 * 1024
const LIMITS = { ofAccount: 8 * MIB, ofAll: 40 * MIB }

/** Bodies that wait. Node has read the beginning of each, 64 KiB: with those that are read they hold 56 MiB. The first of an account always waits. */
const WAITING = { ofAccount: 64, ofAll: 256 }

/** Holds a turn for so many bytes of the account's bodies, from before they are read until the work is done. */
export type ReadInTurn = (
  c: Context,
  userId: string,
  bytes: number,
  work: () => Promise<void>,
) => Promise<void>

type Dependencies = { trustedProxies: number; metrics: Metrics | undefined }

export function limitNoteBodies({ trustedProxies, metrics }: Dependencies): ReadInTurn {
  const turns = createTurns(LIMITS)
  metrics?.watchQueue('bodies of notes', turns.waiting)

  return async (c, account, weight, work) => {
    const { outgoing } = c.env as HttpBindings
    const network = clientOf(c, trustedProxies).networks.at(-1) ?? ''
    const waiting = turns.waitingOf(account)
    const areTooMany = waiting > 0 && turns.waiting() >= WAITING.ofAll
    if (waiting >= WAITING.ofAccount || areTooMany) throw tooBusy()
    const turn = turns.ask({ account, network, weight, sent: () => NOTHING, end() {} })
    try {
      if (!turn.isGranted) await Promise.race([turn.granted, endOf(outgoing)])
      if (outgoing.destroyed) throw tooBusy()
      await work()
    } finally {
      turn.giveBack()
    }
  }
}

function endOf(outgoing: HttpBindings['outgoing']): Promise<void> {
  return new Promise((resolve) => finished(outgoing, () => resolve()))
}

/** A body that is too slow ends by itself, also while nobody waits for its turn. */
const NOTHING = { taken: 0, queued: 0 }
