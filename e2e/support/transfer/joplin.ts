import type { FileFixture } from './entries'

type JoplinFields = Record<string, string | number>

const TYPES = { note: 1, notebook: 2, resource: 4, tag: 5, noteTag: 6, revision: 13 }

/** 32 hexadecimal digits. */
export const joplinId = (number: number) => String(number).padStart(32, '0')

/** File of a Joplin export; a link between note and tag has neither title nor body. */
export function joplinFile(
  id: number,
  type: keyof typeof TYPES,
  { title, body, ...fields }: { title?: string; body?: string } & JoplinFields,
): FileFixture {
  const times = {
    created_time: '2023-07-28T10:00:00.000Z',
    updated_time: '2023-08-01T10:00:00.000Z',
  }
  const lines = Object.entries({
    id: joplinId(id),
    ...times,
    encryption_cipher_text: '',
    encryption_applied: 0,
    ...fields,
    type_: TYPES[type],
  }).map(([key, value]) => `${key}: ${value}`)
  const parts = [title, body || undefined, lines.join('\n')].filter((part) => part !== undefined)
  return { path: `Notas.jex/${joplinId(id)}.md`, content: parts.join('\n\n') }
}
