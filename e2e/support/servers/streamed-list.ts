import { createServer, type ServerResponse } from 'node:http'
import type { Note } from '@/lib/domain/note'
import { listenOnLoopback, type ServerProcess } from './process'

export type StreamedList = ServerProcess & {
  /** Resolves once the list has been asked for, as often as this was called. */
  asked: () => Promise<{
    send: (notes: Note[]) => void
    end: (notes: Note[]) => void
    breakOff: () => void
  }>
  deletedIds: string[]
}

export async function startStreamedList(): Promise<StreamedList> {
  const responses: ServerResponse[] = []
  const waiting: ((response: ServerResponse) => void)[] = []
  const deletedIds: string[] = []
  const server = createServer((request, response) => {
    if (request.method === 'DELETE') {
      deletedIds.push(String(request.url?.split('/').at(-1)))
      response.writeHead(204).end()
      return
    }
    // Browsers repeat a request whose connection ends before the headers.
    response.writeHead(200, { 'Content-Type': 'application/json' }).flushHeaders()
    const waiter = waiting.shift()
    if (waiter) waiter(response)
    else responses.push(response)
  })

  async function asked() {
    const response =
      responses.shift() ?? (await new Promise<ServerResponse>((resolve) => void waiting.push(resolve)))
    let separator = '['
    const write = (notes: Note[]) => {
      for (const note of notes) {
        response.write(separator + JSON.stringify(note))
        separator = ','
      }
    }
    return {
      send: write,
      end(notes: Note[]) {
        write(notes)
        response.end(']')
      },
      breakOff: () => void response.destroy(),
    }
  }

  return { ...(await listenOnLoopback(server)), asked, deletedIds }
}
