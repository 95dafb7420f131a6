import type { Note } from '@/lib/domain/note'
import type { Origin } from '../../support/api-client'
import type { Scenario } from './scenario'
import { send } from './send'
import type { Workload } from './workload'

/** Number of each user's notes that are also read one by one. */
const SAMPLE = 3

/** Returns the workloads whose last write was done although its response was lost. */
export async function checkStoredNotes(
  scenario: Scenario,
  host: Origin,
  workloads: Workload[],
): Promise<Workload[]> {
  const done: Workload[] = []
  for (const user of new Set(workloads.map((workload) => workload.user))) {
    const { token } = user
    const list = await send(host, 'GET', '/api/notes', { token })
    if (list.status !== 200) {
      scenario.fault('wrong response', `GET /api/notes: ${list.status || list.code}`)
      continue
    }
    const notes = JSON.parse(list.body) as Note[]
    const ofUser = workloads.filter((workload) => workload.user === user)
    for (const workload of ofUser) {
      const stored = notes.filter(({ title }) => title.startsWith(`${workload.name} `))
      if (workload.check(stored)) done.push(workload)
    }
    for (const { title } of notes) {
      const isKnown = ofUser.some(({ name }) => title.startsWith(`${name} `))
      if (!isKnown) scenario.fault('torn', `written by no client: ${title}`)
    }
    for (let sample = 0; sample < SAMPLE && notes.length > 0; sample += 1) {
      const note = scenario.random.pick(notes)
      const { status, body } = await send(host, 'GET', `/api/notes/${note._id}`, { token })
      if (body !== JSON.stringify(note))
        scenario.fault('torn', `differs from the list (${status}): ${note.title}`)
    }
  }
  return done
}
