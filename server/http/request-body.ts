import type { IncomingMessage } from 'node:http'
import * as messages from '../messages'
import { bodyTooLarge, bodyTooSlow, Refused } from './failures'

/** A body that brings fewer bytes in this time is refused. */
const SLOW = { bytes: 10 * 1024, seconds: 10 }

export function announcedLength({ headers }: Pick<IncomingMessage, 'headers'>): number | undefined {
  const length = headers['content-length']
  return length === undefined || headers['transfer-encoding'] !== undefined ? undefined : Number(length)
}

/** Keeps at most `maxBytes`. What is left of a refused body is discarded after the response, up to a limit. */
export function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const sizes = [0]
    let size = 0

    function onData(part: Buffer): void {
      size += part.byteLength
      if (size > maxBytes) refuse(bodyTooLarge(maxBytes))
      else parts.push(part)
    }

    function checkSpeed(): void {
      if (sizes.length === SLOW.seconds && size - (sizes.shift() ?? 0) < SLOW.bytes) refuse(bodyTooSlow())
      sizes.push(size)
    }

    function finish(): void {
      resolve(Buffer.concat(parts))
      stop()
    }

    function refuse(error: Refused): void {
      stop()
      incoming.pause()
      reject(error)
    }

    const onClose = () => refuse(new Refused('invalid', messages.malformedRequest))

    function stop(): void {
      clearInterval(timer)
      parts.length = 0
      incoming.off('data', onData).off('end', finish).off('close', onClose)
    }

    const timer = setInterval(checkSpeed, 1000)
    incoming.on('error', onClose)
    incoming.on('data', onData).on('end', finish).on('close', onClose)
    if (incoming.destroyed) onClose()
  })
}
