import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Note } from '@/lib/domain/note'
import { listenOnLoopback, type ServerProcess } from '../../e2e/support/servers/process'

const ETAG = '"list"'

type Options = {
  /** Delay of the list, in milliseconds. */
  delay?: number
  /** Whether the list is compressed and has an ETag, as our host's. */
  isOptimized?: boolean
}

/** Starts a host that responds from memory and ignores writes. */
export async function startListHost(
  notes: Note[],
  json: Buffer,
  { delay = 0, isOptimized = false }: Options = {},
): Promise<ServerProcess> {
  const byId = new Map(notes.map((note) => [note._id, note]))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
  const list = isOptimized ? brotliCompressSync(json, { params }) : json
  const server = createServer(async (request, response) => {
    if (request.method === 'DELETE') return void response.writeHead(204).end()
    const note = byId.get(String(request.url).slice('/api/notes/'.length))
    if (!note) await setTimeout(delay)
    if (!note && isOptimized) {
      if (request.headers['if-none-match'] === ETAG) return void response.writeHead(304, { ETag: ETAG }).end()
      response.setHeader('ETag', ETAG).setHeader('Content-Encoding', 'br')
    }
    const body = note ? Buffer.from(JSON.stringify(note)) : list
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body)
  })
  return listenOnLoopback(server)
}
