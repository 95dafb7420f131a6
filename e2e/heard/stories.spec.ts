import { listTitles } from '../support/api-client'
import { BASE, expect } from '../support/fixtures'
import { expectSpoken, focusOn, openAs, heardTest as test } from '../support/heard/fixtures'

const NO_EMAIL = 'Por favor, ingrese un correo electrónico válido.'
const SHORT_PASSWORD = 'La contraseña debe tener al menos 6 caracteres.'
const ALL_FIELDS = 'Todos los campos son obligatorios.'
const WRONG_PASSWORD = 'Correo o contraseña incorrectos.'
const ONE_FOUND = '1 nota encontrada.'
const NONE_FOUND = 'Ninguna nota encontrada.'
const DELETE = '¿Eliminar esta nota?'
const DELETED = 'Nota eliminada.'
const CREATE = '¿Guardar la nueva nota?'
const SAVE = '¿Deseas guardar los cambios?'
const CONFLICT = 'Esta nota ha cambiado en otro sitio mientras la editabas.'
const LATER = 'No hay conexión: la nota se guardará cuando vuelva.'
const SAVED = 'Guardada.'
const NOTE_SAVED = 'Nota guardada.'
const BOTH = 'Las dos versiones están en el texto, sin guardar.'
const RECOVERED = 'Nota recuperada.'
const ENDED = 'Tu sesión ha terminado.'
const NOT_LOADED = 'No se han podido cargar las notas.'
const EMPTY = 'Create your note!'
const SHARED = 'Otra aplicación o página ha compartido un texto.'
const DELETE_ACCOUNT = '¿Eliminar tu cuenta y todas tus notas?'
const ACCOUNT_DELETED = 'Tu cuenta se ha eliminado.'

/** What is not expected of a step must not be spoken in it. */
const KNOWN = [
  NO_EMAIL,
  SHORT_PASSWORD,
  ALL_FIELDS,
  WRONG_PASSWORD,
  ONE_FOUND,
  NONE_FOUND,
  DELETE,
  DELETED,
  CREATE,
  SAVE,
  CONFLICT,
  LATER,
  SAVED,
  NOTE_SAVED,
  BOTH,
  RECOVERED,
  ENDED,
  NOT_LOADED,
  EMPTY,
  SHARED,
  DELETE_ACCOUNT,
  ACCOUNT_DELETED,
]

test('registering and logging in, with errors', async ({ reader, network, user }) => {
  const { orca } = reader
  await openAs(reader, network, '/register')
  await focusOn(reader, 'field', 'Username')
  await expectSpoken(reader, KNOWN, () => orca.key('Return'), [ALL_FIELDS])
  await openAs(reader, network, '')
  await focusOn(reader, 'field', 'Email')
  await expectSpoken(reader, KNOWN, () => orca.key('Return'), [NO_EMAIL, SHORT_PASSWORD])
  await orca.type(user.email)
  await focusOn(reader, 'field', 'Password')
  await orca.type('equivocada')
  await expectSpoken(reader, KNOWN, () => orca.key('Return'), [WRONG_PASSWORD])
  await orca.key('ctrl+a')
  await orca.type(user.password)
  await expectSpoken(reader, KNOWN, () => orca.key('Return'), [EMPTY], ['Notas'])
})

test('the list, a search, and nothing found', async ({ reader, network, user }) => {
  const { orca } = reader
  for (const title of ['Uno', 'Dos', 'Tres']) await user.addNote(title)
  await openAs(reader, network, '/notas', user)
  await focusOn(reader, 'button', 'Buscar')
  await expectSpoken(reader, KNOWN, () => orca.key('Return'), [], ['Buscar notas'])
  await expectSpoken(reader, KNOWN, () => orca.type('tres'), [ONE_FOUND])
  await expectSpoken(reader, KNOWN, () => orca.type('x'), [EMPTY, NONE_FOUND])
})

test('a new note, from the list to its card', async ({ reader, network, user }) => {
  const { orca, page } = reader
  await user.addNote('Uno')
  await openAs(reader, network, '/notas', user)
  await focusOn(reader, 'link', 'Crear nota')
  await expectSpoken(reader, KNOWN, () => orca.key('Return'), [], ['Título de la nota', 'Nueva Nota'])
  await orca.type('Cuatro')
  await expect
    .poll(() => page.$eval('[name=title]', (field) => (field as HTMLInputElement).value))
    .toBe('Cuatro')
  await expectSpoken(reader, KNOWN, () => orca.key('ctrl+Return'), [CREATE], ['Guardar'])
  await expectSpoken(reader, KNOWN, () => orca.key('Return'), [NOTE_SAVED], ['Notas'])
  await expect.poll(() => listTitles(user)).toEqual(['Cuatro', 'Uno'])
})

test('an edit, and its question', async ({ reader, network, user }) => {
  const { orca } = reader
  await user.addNote('Uno', 'texto')
  await openAs(reader, network, '/notas', user)
  await focusOn(reader, 'link', 'Editar nota: Uno')
  await expectSpoken(reader, KNOWN, () => orca.key('Return'), [], ['Editar Nota'])
  await focusOn(reader, 'field', 'Título de la nota')
  await orca.type('Dos ')
  await expectSpoken(reader, KNOWN, () => orca.key('ctrl+Return'), [SAVE], ['Guardar'])
  await expectSpoken(reader, KNOWN, () => orca.key('Return'), [NOTE_SAVED], ['Notas'])
})

test('a delete, and taking it back', async ({ reader, network, user }) => {
  const { orca } = reader
  for (const title of ['Uno', 'Dos', 'Tres']) await user.addNote(title)
  await openAs(reader, network, '/notas', user)
  await focusOn(reader, 'button', 'Eliminar nota: Dos')
  await expectSpoken(reader, KNOWN, () => orca.key('Return'), [DELETE], ['Cancelar'])
  await focusOn(reader, 'button', 'Eliminar', true)
  await expectSpoken(reader, KNOWN, () => orca.key('Return'), [DELETED], ['Editar nota: Uno'])
  await focusOn(reader, 'button', 'Deshacer')
  await expectSpoken(reader, KNOWN, () => orca.key('Return'), [RECOVERED], ['Editar nota: Dos'])
})

test('a conflict', async ({ reader, network, user }) => {
  const { orca } = reader
  const id = await user.addNote('Uno', 'línea')
  await openAs(reader, network, '/notas', user)
  await focusOn(reader, 'link', 'Editar nota: Uno')
  await orca.key('Return')
  await focusOn(reader, 'field', 'Escribe tu contenido aquí...')
  await user.changeNote(id, 'Uno', 'otra cosa')
  await orca.type('mi ')
  await expectSpoken(reader, KNOWN, () => orca.key('ctrl+Return'), [SAVE])
  await expectSpoken(reader, KNOWN, () => orca.key('Return'), [CONFLICT], ['Editar las dos juntas'])
  await expectSpoken(reader, KNOWN, () => orca.key('Return'), [BOTH], ['Título de la nota'])
})

test('a note that is saved without a connection, and sent later', async ({ reader, network, user }) => {
  const { orca, page } = reader
  await user.addNote('Uno', 'línea')
  await openAs(reader, network, '/notas', user)
  await focusOn(reader, 'link', 'Editar nota: Uno')
  await orca.key('Return')
  await focusOn(reader, 'field', 'Escribe tu contenido aquí...')
  await orca.type('mi ')
  await expectSpoken(reader, KNOWN, () => orca.key('ctrl+Return'), [SAVE])
  const setOnline = (isOnline: boolean) =>
    page.evaluate((is) => {
      Object.defineProperty(navigator, 'onLine', { configurable: true, value: is })
      dispatchEvent(new Event(is ? 'online' : 'offline'))
    }, isOnline)
  network.cut()
  await setOnline(false)
  await expectSpoken(reader, KNOWN, () => orca.key('Return'), [LATER])
  network.restore()
  await expectSpoken(reader, KNOWN, () => setOnline(true), [SAVED])
})

test('a session that has ended', async ({ reader, network, user }) => {
  const { orca } = reader
  await openAs(reader, network, '/create-note', user)
  await focusOn(reader, 'link', 'Volver')
  await user.call('POST', '/api/auth/logout')
  await expectSpoken(reader, KNOWN, () => orca.key('Return'), [ENDED], ['Log in'])
})

test('a list that cannot be loaded, and then is empty', async ({ reader, network, user }) => {
  const { orca } = reader
  await openAs(reader, network, '/create-note', user)
  await focusOn(reader, 'link', 'Volver')
  network.fault = ({ path }) => (path === '/api/notes' ? { status: 500 } : undefined)
  await expectSpoken(reader, KNOWN, () => orca.key('Return'), [NOT_LOADED], ['Reintentar'])
  network.fault = () => undefined
  await focusOn(reader, 'button', 'Reintentar')
  await expectSpoken(reader, KNOWN, () => orca.key('Return'), [EMPTY])
})

test('a text that another application has shared', async ({ reader, network, user }) => {
  const { page } = reader
  await openAs(reader, network, '/notas', user)
  await page.evaluate(async () => {
    const cache = await caches.open('notas-shared')
    await cache.put(`/shared/${Date.now()}`, Response.json({ title: 'Una receta', content: 'Pan' }))
  })
  const open = () => page.goto(`${network.origin}${BASE}/create-note/`)
  await expectSpoken(reader, KNOWN, open, [SHARED])
})

test('an account that is deleted', async ({ reader, network, user }) => {
  const { orca } = reader
  await openAs(reader, network, '/cuenta', user)
  await focusOn(reader, 'button', 'Eliminar cuenta')
  await expectSpoken(reader, KNOWN, () => orca.key('Return'), [DELETE_ACCOUNT])
  await focusOn(reader, 'field', 'Contraseña')
  await orca.type(user.password)
  await expectSpoken(reader, KNOWN, () => orca.key('Return'), [ACCOUNT_DELETED])
})
