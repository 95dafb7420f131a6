import { expect, test } from '@playwright/test'
import { search } from '@/lib/domain/search'

const SEARCHES: [title: string, query: string, isMatch: boolean][] = [
  ['Canción del bar', '', true],
  ['', '', true],
  ['', 'a', false],
  ['Canción del bar', 'Canción del bar', true],
  ['Canción del bar', 'ción', true],
  ['Canción del bar', 'bar', true],
  ['Canción del bar', 'canción', true],
  ['Canción del bar', 'CANCIÓN', true],
  ['Canción del bar', 'cancion', true],
  ['Cancion del bar', 'canción', true],
  ['Cancio\u0301n del bar', 'canción', true],
  ['Canción del bar', 'bares', false],
  ['Canción del bar', 'canción bar', false],
  ['Canción del bar', ' ', true],
  ['Canción', ' ', false],
  ['Árbol, época, índice, óleo, útil', 'arbol, epoca, indice, oleo, util', true],
  ['Pingüino', 'pinguino', true],
  ['Pinguino', 'PINGÜINO', true],
  ['Años', 'años', true],
  ['Años', 'AÑOS', true],
  ['Años', 'anos', false],
  ['Anos', 'años', false],
  ['Mañana', 'man', false],
  ['An\u0303os', 'años', true],
  ['Precio: 3,50 € (.*)', '(.*)', true],
  ['Precio: 3,50 €', '.', false],
  ['Fiesta 🎉', '🎉', true],
  ['İstanbul', 'istanbul', true],
  ['Straße', 'STRASSE', true],
  ['STRASSE', 'straße', true],
  ['ΟΔΟΣΤΡΩΤΗΡΑΣ', 'οδος', true],
  ['O\ufb01cina', 'oficina', true],
  ['Salario: 1\u202f500\u00a0€', '1 500 €', true],
]

test('a search finds titles that contain it, whatever case and accents', () => {
  for (const [title, query, isMatch] of SEARCHES)
    expect(search([{ title }], query), `'${query}' in '${title}'`).toEqual(isMatch ? [{ title }] : [])
})
