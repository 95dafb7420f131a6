import type { Note } from '@/lib/domain/note'
import { createNote, jsonOf, listNotes } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'

const LONGEST: [name: string, json: { title: string; content: string }][] = [
  ['a title of 500 characters', { title: 'a'.repeat(500), content: '' }],
  ['a title of 500 emoji', { title: '🦜'.repeat(500), content: '' }],
  ['a content of 200,000 characters', { title: '', content: 'a'.repeat(200_000) }],
  ['a content of 200,000 emoji', { title: '', content: '🦜'.repeat(200_000) }],
]

test('a new note and an edit store the longest texts', async ({ host, user }) => {
  const { _id } = await createNote(host, user, 'Compras', 'pan')
  for (const [name, json] of LONGEST) {
    const created = await user.call('POST', '/api/notes', { json })
    const edited = await user.call('PUT', `/api/notes/${_id}`, { json })
    expect([created.status, edited.status], name).toEqual([201, 200])
    const note = jsonOf(created) as Note
    expect(await listNotes(host, user), name).toEqual([
      { _id, ...json },
      { _id: note._id, ...json },
    ])
    await user.call('DELETE', `/api/notes/${note._id}`)
  }
})

const TEXTS: [name: string, text: string][] = [
  ['nothing', ''],
  ['Spanish', '¿Qué año? ¡Pingüinos y ñandúes en León!'],
  ['combining accents beside composed letters', 'e\u0301 \u00e9 n\u0303 \u00f1 \u212b \u00c5'],
  ['emoji of several code points', '👩‍👩‍👧‍👦 🇪🇸 👍🏽 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['the highest code point', '\u{10ffff}'],
  ['noncharacters', '\ufffe \uffff \u{1fffe}'],
  ['a leading byte order mark', '\ufeffpan\ufeff'],
  ['the replacement character', 'pan \ufffd'],
  [
    'every control character but NUL',
    Array.from({ length: 31 }, (_, i) => String.fromCharCode(i + 1)).join(''),
  ],
  ['the C1 controls', '\u007f\u0080\u0085\u009f'],
  ['line ends of every kind', 'a\nb\r\nc\rd\u2028e\u2029f\u000bg\u000ch'],
  ['spaces at both ends', '\u00a0 \t pan \u3000 \u200b'],
  ['both directions', 'pan \u202eחם\u202c العربية \u2066x\u2069'],
  ['quotes and backslashes', `"'\`\\ \\" \\u0041 \\\\ /* -- ' OR 1=1; DROP TABLE notes; --`],
  ['markup', '<script>alert(1)</script> &amp; {{x}} %s %00 ]]>'],
  ['JSON', '{"title":"x","content":null}'],
  ['parameter placeholders', "? ?? $1 $2 $$ $tag$ :id @id ?1 '?' E'\\n'"],
  ['words for empty values', 'null undefined NaN false 0 -0 1e999'],
  ['zalgo', `z${'\u0351\u0362\u0489'.repeat(50)}`],
]

test('a note stores any text byte for byte', async ({ host, user }) => {
  for (const [name, text] of TEXTS) {
    const json = { title: text, content: text }
    const created = await user.call('POST', '/api/notes', { json })
    expect(created.status, name).toBe(201)
    const { _id } = jsonOf(created) as Note
    const path = `/api/notes/${_id}`
    expect(jsonOf(created), name).toEqual({ _id, ...json })
    expect(jsonOf(await user.call('GET', path)), name).toEqual({ _id, ...json })
    expect(await listNotes(host, user), name).toEqual([{ _id, ...json }])

    await user.call('PUT', path, { json: { title: '', content: '' } })
    expect(jsonOf(await user.call('PUT', path, { json })), name).toEqual({ _id, ...json })
    expect(await listNotes(host, user), name).toEqual([{ _id, ...json }])
    await user.call('DELETE', path)
  }
})

test('keys that do not belong to a note are ignored', async ({ host, user }) => {
  const other = await createNote(host, user, 'Recados')
  const body = `{"_id":"${other._id}","id":"7","userId":"8","version":9,"__proto__":{"x":1},"constructor":1,
    "title":"Compras","content":"pan"}`
  const created = await user.call('POST', '/api/notes', { body })

  expect(created.status).toBe(201)
  const note = jsonOf(created) as Note
  expect(note).toEqual({ _id: note._id, title: 'Compras', content: 'pan' })
  expect(note._id).not.toBe(other._id)

  const edited = await user.call('PUT', `/api/notes/${note._id}`, { body })
  expect(jsonOf(edited)).toEqual(note)
  expect(await listNotes(host, user)).toEqual([note, other])
})
