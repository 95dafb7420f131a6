import type { Note } from '@/lib/domain/note'
import type { HostProcess } from '../../support/servers/host'
import type { Trial } from './scenario'
import { ask } from './send'
import type { Writer } from './workload'

/** Of each person, so many notes are also asked for one by one. */
const SAMPLE = 3

/** Compares all that is stored with what the writers know; returns those whose unanswered write was done. */
export async function checkStored(trial: Trial, host: HostProcess, writers: Writer[]): Promise<Writer[]> {
  const done: Writer[] = []
  for (const person of new Set(writers.map((writer) => writer.person))) {
    const { token } = person
    const list = await ask(host, 'GET', '/api/notes', { token })
    if (list.status !== 200) {
      trial.fault('wrong', `the list was answered with ${list.status || list.code}`)
      continue
    }
    const notes = JSON.parse(list.body) as Note[]
    const theirs = writers.filter((writer) => writer.person === person)
    for (const writer of theirs) {
      const stored = notes.filter(({ title }) => title.startsWith(`${writer.name} `))
      if (writer.check(stored)) done.push(writer)
    }
    for (const { title } of notes) {
      if (!theirs.some(({ name }) => title.startsWith(`${name} `))) trial.fault('torn', `of nobody: ${title}`)
    }
    for (let sample = 0; sample < SAMPLE && notes.length > 0; sample += 1) {
      const note = trial.random.pick(notes)
      const { status, body } = await ask(host, 'GET', `/api/notes/${note._id}`, { token })
      if (body !== JSON.stringify(note))
        trial.fault('torn', `alone (${status}), unlike in the list: ${note.title}`)
    }
  }
  return done
}
