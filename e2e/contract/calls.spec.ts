import { ApiError } from '@/lib/api/api-error'
import { login, register } from '@/lib/api/auth'
import { hasFeature } from '@/lib/api/features'
import { listNotes } from '@/lib/api/note-list'
import { getNote } from '@/lib/api/notes'
import { createNote, deleteNote, updateNote } from '@/lib/api/write-note'
import { rawTextOf } from '@/lib/domain/note'
import { createUser } from '../support/api-client'
import { expect, test } from '../support/api-fixtures'

test.beforeEach(({ host }) => {
  process.env.NEXT_PUBLIC_API_HOST = host.origin
})

// Hosts that other tests start inherit this environment.
test.afterEach(() => {
  delete process.env.NEXT_PUBLIC_API_HOST
})

/** Expects a call to fail as an ApiError with these fields. */
async function expectFailure(call: Promise<unknown>, fields: Partial<ApiError>): Promise<void> {
  await expect(call).rejects.toBeInstanceOf(ApiError)
  await expect(call).rejects.toMatchObject(fields)
}

test('a failure contains the message of the host', async ({ user }) => {
  await expectFailure(register({ ...user, password: '123456' }), {
    message: 'Error al crear la cuenta.',
    status: 409,
    hostMessage: 'Ya existe una cuenta con ese correo.',
  })
  const refused = login({ email: user.email, password: 'otra clave' })
  await expectFailure(refused, { status: 401, hostMessage: 'Correo o contraseña incorrectos.' })
})

test('a key creates one note, and an ETag deletes the version that it is of', async ({ user }) => {
  const text = { title: 'Plantas', content: 'Riego' }
  const key = '0123456789abcdef'.repeat(2)
  const { id = '', etag, wasDeleted } = await createNote(user.token, text, key)
  expect(await createNote(user.token, text, key)).toEqual({ id, etag, wasDeleted: false })
  expect(wasDeleted).toBe(false)
  const other = createNote(user.token, { ...text, content: 'Riego los martes' }, key)
  await expectFailure(other, { status: 422 })
  expect((await createNote(user.token, text, `${key}f`)).id).not.toBe(id)
  await listNotes(user.token)
  expect(hasFeature('idempotency-key')).toBe(true)

  const changed = await updateNote(user.token, id, { title: '', content: 'Riego los martes' }, etag)
  await expectFailure(deleteNote(user.token, id, etag), { status: 412 })
  expect(await deleteNote(user.token, id, changed.etag)).toBe(true)
  expect(await createNote(user.token, text, key)).toMatchObject({ id, wasDeleted: true })
  expect((await listNotes(user.token)).notes).toHaveLength(1)
})

test('the list has the texts as forms hold them, and what a form would change', async ({ user }) => {
  const _id = await user.addNote('Dos\nlíneas', 'Pan\r\nLeche\rHuevos\n')
  const raw = { title: 'Dos\nlíneas', content: 'Pan\r\nLeche\rHuevos\n' }
  const { notes } = await listNotes(user.token)
  expect(notes).toEqual([{ _id, title: 'Doslíneas', content: 'Pan\nLeche\nHuevos\n', raw }])
  expect(notes.map(rawTextOf)).toEqual([raw])
})

test('failures of note calls have the logged messages', async ({ host, user }) => {
  const other = await createUser(host)
  const id = await other.addNote('Plantas')
  const empty = { title: '', content: '' }
  await expectFailure(getNote(user.token, id), { message: 'Error 404: Not Found', status: 404 })
  await expectFailure(listNotes('ended'), { message: 'Error 401: Unauthorized', status: 401 })
  await expectFailure(updateNote(user.token, id, empty), { message: 'Error al guardar la nota', status: 404 })
  await expectFailure(createNote('ended', empty), { message: 'Error al guardar la nota', status: 401 })
  await expectFailure(deleteNote(user.token, id), { message: 'Error al eliminar la nota', status: 404 })
})

test('calls to an unreachable host fail with a cause and without a status', async ({ user }) => {
  process.env.NEXT_PUBLIC_API_HOST = 'http://127.0.0.1:1'
  const calls = [
    () => login(user),
    () => listNotes(user.token),
    () => createNote(user.token, { title: '', content: '' }),
    () => deleteNote(user.token, '42'),
  ]
  for (const call of calls)
    await expectFailure(call(), { status: undefined, isUnreachable: true, cause: expect.any(Error) })
})
