import { strFromU8, unzipSync, zipSync } from 'fflate'
import type { Note, NoteText } from '@/lib/domain/note'
import { painted } from '../list/in-page/painted'
import { type BusyTimes, settled } from '../list/in-page/settled'

/** `ms` from the event until the status is painted. */
export type Times = BusyTimes & { ms: number }

let times: Promise<Times>

const transfer = {
  /** Measures from the next event until a status of the page begins with the text, and no button is busy. */
  expectStatus(type: 'change' | 'click', text: string): void {
    times = new Promise((resolve) => {
      addEventListener(
        type,
        async () => {
          const since = performance.now()
          const at = await painted(() => hasStatus(text))
          const { longestTask, longestGap } = await settled(since)
          resolve({ ms: at - since, longestTask, longestGap })
        },
        { capture: true, once: true },
      )
    })
  },
  times: () => times,

  /** Floor of reading: the whole file at once. */
  async readAll(): Promise<number> {
    const since = performance.now()
    const file = document.querySelector('input')?.files?.[0]
    if (!file) return NaN
    const files = unzipSync(new Uint8Array(await file.arrayBuffer()), {
      filter: ({ name }) => name.endsWith('.json'),
    })
    for (const bytes of Object.values(files)) JSON.parse(strFromU8(bytes))
    return performance.now() - since
  },

  /** Floor of an export: the whole list at once. */
  async exportAll(token: string): Promise<number> {
    const since = performance.now()
    const response = await fetch('/api/notes', { headers: { Authorization: `Bearer ${token}` } })
    const notes = (await response.json()) as Note[]
    const encoder = new TextEncoder()
    const files = notes.map(({ _id, content }) => [`${_id}.md`, encoder.encode(content)] as const)
    const json = encoder.encode(JSON.stringify(notes))
    URL.createObjectURL(
      new Blob([zipSync({ ...Object.fromEntries(files), 'notas.json': json }, { level: 0 })]),
    )
    return performance.now() - since
  },

  /** Floor of an import. */
  async postAll(notes: NoteText[], token: string, width: number): Promise<number> {
    const since = performance.now()
    const rest = [...notes]
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    async function postRest(): Promise<void> {
      for (let note = rest.pop(); note; note = rest.pop()) {
        const response = await fetch('/api/notes', { method: 'POST', headers, body: JSON.stringify(note) })
        await response.text()
      }
    }
    await Promise.all(Array.from({ length: width }, postRest))
    return performance.now() - since
  },
}

export type Transfer = typeof transfer

Object.assign(globalThis, { transfer })

function hasStatus(text: string): boolean {
  const found = [...document.querySelectorAll('[role=status]')]
  if (document.querySelector('[aria-busy=true]')) return false
  return found.some(({ textContent }) => textContent.startsWith(text))
}
