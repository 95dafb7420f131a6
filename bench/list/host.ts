import { createServer } from 'node:http'
import type { Note } from '@/lib/domain/note'
import { listenOnLoopback, type ServerProcess } from '../../e2e/support/servers/process'

/** Starts a host that responds from memory, without compression, and ignores writes. */
export async function startListHost(notes: Note[], json: Buffer): Promise<ServerProcess> {
  const byId = new Map(notes.map((note) => [note._id, note]))
  const server = createServer((request, response) => {
    if (request.method === 'DELETE') return void response.writeHead(204).end()
    const note = byId.get(String(request.url).slice('/api/notes/'.length))
    const body = note ? Buffer.from(JSON.stringify(note)) : json
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body)
  })
  return listenOnLoopback(server)
}
