import { expectMessage, test } from '../../support/api-fixtures'

const ID = '7d5b3f0a-51c4-4d3b-9d0e-0b7f5a3c2e19'

const IDS = [
  ID,
  '1',
  'undefined',
  '__proto__',
  'constructor',
  '..%2Fauth',
  '%00',
  '%E0%A4%A',
  '%',
  '%F0%9F%A6%9C',
  "'%20OR%201=1%20--",
  `${ID}%20`,
  `${ID}%0A`,
  '0'.repeat(4000),
]

test('an id of no note gets 404, and ids are case-sensitive', async ({ user }) => {
  const json = { title: 'Compras', content: '' }
  const upperCase = (await user.addNote('Compras')).toUpperCase()
  for (const id of [...IDS, upperCase]) {
    const path = `/api/notes/${id}`
    for (const response of [
      await user.call('GET', path),
      await user.call('PUT', path, { json }),
      await user.call('PUT', path, { json, headers: { 'If-Match': '*' } }),
      await user.call('DELETE', path),
    ]) {
      expectMessage(response, 404, 'Esa nota no existe.', id)
    }
  }
})
