import { expect, test } from '@playwright/test'
import { findProvider } from '@/lib/api/oidc'
import { type Account, changePassword, deleteAccount, listSessions } from '@/lib/auth/account'
import { endingIfRefused } from '@/lib/auth/ending-if-refused'
import { findRefusal } from '@/lib/auth/password-reset'
import { listVersions } from '@/lib/notes/versions'
import { hasEnded } from '@/lib/session/token'
import { setApiHost } from './api-host'
import { startBrowser } from './writes/browser'

/** A host's answer to a call: status 0 is none. */
type Answer = [call: string, status: number, body?: object, headers?: Record<string, string>]

setApiHost()

test('a new password is tried as the current one if a 503 that asks to wait came after the change', async () => {
  const left = answerCalls([
    ['GET /api/account', 200, ACCOUNT],
    ['PUT /api/account/password', 503, { message: 'Espera.' }, { 'Retry-After': '5' }],
    ['GET /api/account', 200, ACCOUNT],
    ['PUT /api/account/password', 403, { message: 'No.' }],
    ['PUT /api/account/password', 204],
    ['POST /api/auth/login', 401],
  ])
  await startBrowser()
  const passwords = { currentPassword: 'una clave', newPassword: 'otra clave' }
  await expect(changePassword(passwords)).rejects.toMatchObject({ status: 503 })
  expect(await changePassword(passwords)).toBe('Contraseña cambiada. Las demás sesiones se han cerrado.')
  expect(left).toEqual([])
})

const LOST: Answer = ['DELETE /api/account', 0]
const WAIT: Answer = ['DELETE /api/account', 503, { message: 'Espera.' }, { 'Retry-After': '5' }]
const BUSY: Answer = ['DELETE /api/account', 429, { message: 'Espera.' }]
const ENDED: Answer[] = [
  ['DELETE /api/account', 401, { message: 'No.' }],
  ['GET /api/notes', 401],
]
const NO_LOGIN: Answer = ['POST /api/auth/login', 401, { message: 'No.' }]

/** Results of the presses: the status of the failure, undefined without an answer, or 'deleted'. */
const DELETIONS: Record<string, { answers: Answer[]; results: unknown[]; account?: Partial<Account> }> = {
  'succeeds if the session and the login are gone after no answer': {
    answers: [LOST, ...ENDED, NO_LOGIN],
    results: [undefined, 'deleted'],
  },
  'succeeds after a 503 that asks to wait': {
    answers: [WAIT, ...ENDED, NO_LOGIN],
    results: [503, 'deleted'],
  },
  'succeeds though another failure came in between': {
    answers: [LOST, BUSY, ...ENDED, NO_LOGIN],
    results: [undefined, 429, 'deleted'],
  },
  'succeeds without a login if the account has no password': {
    answers: [LOST, ...ENDED],
    results: [undefined, 'deleted'],
    account: { hasPassword: false },
  },
  'fails if the account lives and only the session has ended': {
    answers: [
      LOST,
      ...ENDED,
      ['POST /api/auth/login', 200, { token: 'new' }],
      ['POST /api/auth/logout', 204],
    ],
    results: [undefined, 401],
  },
  'is not believed until the login has an answer': {
    answers: [LOST, ...ENDED, ['POST /api/auth/login', 0], ...ENDED, NO_LOGIN],
    results: [undefined, undefined, 'deleted'],
  },
  'fails at once if no other came before': { answers: [...ENDED], results: [401] },
}

for (const [name, { answers, results, account }] of Object.entries(DELETIONS))
  test(`a deletion ${name}`, async () => {
    const left = answerCalls([...answers])
    await startBrowser()
    for (const result of results) {
      const deletion = deleteAccount({ ...ACCOUNT, ...account }, 'una clave')
      expect(
        await deletion.then(
          () => 'deleted',
          (error) => error.status,
        ),
      ).toBe(result)
    }
    expect(left).toEqual([])
  })

const REFUSALS: [name: string, list: number, failure: Record<string, unknown>, ends: boolean][] = [
  ['of a call that the host lacks', 200, { name: 'UnknownCall' }, false],
  ['of a session that the host has ended', 401, { name: 'ApiError', status: 401 }, true],
  ['while the host is away', 0, { name: 'ApiError', status: undefined }, false],
  ['while the host fails', 500, { name: 'ApiError', status: 500 }, false],
]

for (const [name, list, failure, ends] of REFUSALS)
  test(`a 401 ${name} ${ends ? 'ends the session' : 'ends nothing'}: the list tells`, async () => {
    for (const [path, call] of [
      ['/api/account/sessions', () => endingIfRefused(listSessions)],
      ['/api/notes/n1/versions', () => listVersions('n1')],
    ] as const) {
      const left = answerCalls([
        [`GET ${path}`, 401, { message: 'Unauthorized' }],
        ['GET /api/notes', list, list === 200 ? [] : undefined],
      ])
      await startBrowser()
      await expect(call()).rejects.toMatchObject(failure)
      expect(hasEnded()).toBe(ends)
      expect(left).toEqual([])
    }
  })

test('a 401 to what needs no session is that of a host that lacks the call', async () => {
  const left = answerCalls([
    ['POST /api/auth/forgot', 401, { message: 'Unauthorized' }],
    ['GET /api/auth/oidc', 401, { message: 'Unauthorized' }],
  ])
  await startBrowser([], null)
  const cannot = 'Este sitio no puede recuperar contraseñas. Pregunta a quien lo administra.'
  expect(await findRefusal()).toBe(cannot)
  await expect(findProvider('/')).rejects.toMatchObject({ name: 'UnknownCall' })
  expect(left).toEqual([])
})

const ACCOUNT = { email: 'ana@correo.es', userName: 'Ana', hasPassword: true }

/** Replaces `fetch` by a host that answers these calls in order. Returns the answers that are left. */
function answerCalls(answers: Answer[]): Answer[] {
  globalThis.fetch = async (url, { method } = {}) => {
    const [call, status, body, headers = {}] = answers.shift() ?? []
    expect(`${method} ${new URL(String(url)).pathname}`).toBe(call)
    if (!status) throw new TypeError('Failed to fetch')
    return new Response(body ? JSON.stringify(body) : null, { status, headers })
  }
  return answers
}
