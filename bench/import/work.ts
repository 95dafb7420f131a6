import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { readNotes } from '@notas/note-formats'
import { startImport } from '@/lib/transfer/import/start-import'
import { createNotes } from '../list/notes'

/** Runs one process's part, and prints its time, its processor time and its peak of memory. */
const WORKS: Record<string, (argument: string, token: string) => Promise<number>> = {
  async read(file) {
    const bytes = readFileSync(file)
    const read = async (start: number, end: number) => new Uint8Array(bytes.subarray(start, end))
    const { notes } = await readNotes([{ path: 'takeout.zip', size: bytes.length, modifiedAt: 0, read }])
    return notes.length
  },

  /** Inflates each file of the archive, and parses what is JSON. */
  async 'read floor'(file) {
    const bytes = readFileSync(file)
    const notes: unknown[] = []
    let at = bytes.readUInt32LE(bytes.length - 6)
    for (let left = bytes.readUInt16LE(bytes.length - 12); left > 0; left--) {
      const [size, nameLength, extraLength] = [20, 28, 30].map((field) =>
        field === 20 ? bytes.readUInt32LE(at + field) : bytes.readUInt16LE(at + field),
      ) as [number, number, number]
      const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
      const local = bytes.readUInt32LE(at + 42)
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
      const text = inflateRawSync(bytes.subarray(start, start + size)).toString()
      if (name.endsWith('.json')) notes.push(JSON.parse(text))
      at += 46 + nameLength + extraLength
    }
    return notes.length
  },

  async send(count, token) {
    const session = { getToken: () => token, getUser: () => 'a@correo.es' }
    const sources = createNotes(Number(count)).map(({ title, content }) => ({ text: { title, content } }))
    const run = startImport(sources, { session })
    await new Promise<void>((resolve) =>
      run.subscribe(() => run.getState().phase === 'finished' && resolve()),
    )
    return run.getState().imported
  },

  /** Posts the notes by six calls at once, and reads the list before and after. */
  async 'send floor'(count, token) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const url = `${process.env.NEXT_PUBLIC_API_HOST}/api/notes`
    const list = async () => ((await (await fetch(url, { headers })).json()) as unknown[]).length
    const notes = createNotes(Number(count))
    await list()
    const post = async () => {
      for (let note = notes.pop(); note; note = notes.pop()) {
        const { title, content } = note
        await (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ title, content }) })).text()
      }
    }
    await Promise.all(Array.from({ length: 6 }, post))
    return list()
  },
}

const [work = '', argument = '', token = ''] = process.argv.slice(2)
console.warn = () => {}
const since = performance.now()
const notes = await WORKS[work]?.(argument, token)
const ms = performance.now() - since
const { maxRSS, userCPUTime } = process.resourceUsage()
console.log(JSON.stringify({ notes, ms, cpu: userCPUTime / 1000, mb: maxRSS / 1024 }))
process.exit()
