import type { Socket } from 'node:net'
import { finished } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { clientOf } from '../http/client'
import { tooBusy } from '../http/failures'
import type { Log } from '../http/log'
import type { Metrics } from '../metrics'
import { restSince, yieldToOthers } from '../pace/yield-to-others'
import { createTurns, type Limits } from './turns'

type HeldTurn = { keepUntil: (end: Promise<void>) => void }

/** Waits for a turn. Without an account it counts for the client's network. */
export type TakeTurn = (c: Context, account?: string) => Promise<HeldTurn>

export type LargeResponses = { streams: TakeTurn; wholes: TakeTurn; writes: TakeTurn; shared: TakeTurn }

type Dependencies = { trustedProxies: number; log: Log; metrics: Metrics | undefined }

export function limitLargeResponses({ trustedProxies, log, metrics }: Dependencies): LargeResponses {
  function limit(queue: string, limits: Limits): TakeTurn {
    const turns = createTurns(limits)
    metrics?.watchQueue(queue, turns.waiting)

    return async (c, userId) => {
      const { incoming, outgoing } = c.env as HttpBindings
      const { socket } = incoming
      const { address, networks } = clientOf(c, trustedProxies)
      const network = networks.at(-1) ?? ''
      const turn = turns.ask({
        account: userId ?? network,
        network,
        weight: 1,
        sent: () => sentOn(socket),
        end() {
          log.info({ event: 'response.unread', address, userId, requestId: c.get('requestId') })
          socket.destroy()
        },
      })
      const isOver = new Promise<void>((over) => finished(outgoing, () => over()))
      let end = isOver
      isOver.then(() => end).then(turn.giveBack)
      await Promise.race([turn.granted, isOver])
      // Nobody reads this response to a client that was gone before its turn.
      if (outgoing.destroyed) throw tooBusy()
      return { keepUntil: (other) => (end = other) }
    }
  }

  return {
    streams: limit('streamed responses', { ofAccount: 2, ofAll: 16 }),
    wholes: limit('whole responses', { ofAccount: 2, ofAll: 32 }),
    writes: limit('responses to writes', { ofAccount: 1, ofAll: 32 }),
    // One copy is sent to all, so that only the connections themselves take memory.
    shared: limit('public files', { ofAccount: 64, ofAll: Number.POSITIVE_INFINITY }),
  }
}

export async function workInTurn<Result>(
  takeTurn: TakeTurn,
  c: Context,
  userId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const turn = await takeTurn(c, userId)
  await yieldToOthers()
  const start = performance.now()
  const result = work()
  turn.keepUntil(result.then(() => restSince(start)).catch(() => {}))
  return result
}

/** Reads Node's private handle, since the public `socket.bytesWritten` includes bytes that are still queued. */
function sentOn(socket: Socket): { taken: number; queued: number } {
  const { bytesWritten = 0, writeQueueSize = 0 } =
    (socket as { _handle?: { bytesWritten: number; writeQueueSize: number } | null })._handle ?? {}
  return { taken: bytesWritten - writeQueueSize, queued: writeQueueSize }
}
