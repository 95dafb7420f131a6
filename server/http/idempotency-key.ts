import { createHash } from 'node:crypto'

/** Id of the note that the key creates: a UUID of version 8. */
export function noteIdOf(userId: string, key: string): string {
  const hash = createHash('sha256').update(`${userId}\0${key}`).digest('hex')
  return hash.replace(/^(.{8})(.{4})(.{3})(.{3})(.{12}).*/, '$1-$2-8$3-a$4-$5')
}
