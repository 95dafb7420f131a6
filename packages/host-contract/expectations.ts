/** Longest wait for a response, as in the front end. */
const CALL_MS = 30_000

export type Credentials = { email: string; password: string }
export type Text = { title: string; content: string }
export type ListedNote = Text & { _id: string }
export type Answer = { call: string; status: number; headers: Headers; text: string }

type Request = { token?: string; body?: unknown; headers?: Record<string, string> }

export class Broken extends Error {
  /** `fault`: the same in all messages about one mistake of the host. */
  constructor(
    message: string,
    readonly fault = message.replaceAll(/\/(notes|trash)\/[^/\s]+/g, '/$1/{id}'),
  ) {
    super(message)
  }
}

/** The host is not there, or too late: nothing more can be checked. */
export class NoAnswer extends Broken {}

export class NotOffered extends Error {}

export class NotChecked extends Error {}

export type Check = (context: { host: Host; ana: Account; luis: Account; frontEnd?: string }) => Promise<void>

export type Host = ReturnType<typeof createHost>
export type Account = Awaited<ReturnType<typeof createAccount>>

export function createHost(url: string) {
  const slowest = { call: '', ms: 0 }

  /** @throws Broken, also for a redirect or a body cut short */
  async function call(method: string, path: string, { token, body, headers }: Request = {}): Promise<Answer> {
    const name = `${method} /api${path}`
    const begin = performance.now()
    const response = await fetch(`${url}/api${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(CALL_MS),
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((cause: Error) => {
      if (cause.name === 'TimeoutError') throw new NoAnswer(`${name} has no answer in ${CALL_MS / 1000} s`)
      const { code, message } = (cause.cause ?? cause) as NodeJS.ErrnoException
      throw new NoAnswer(`${name} has no answer: ${code ?? message}`)
    })
    const { status } = response
    if (response.headers.has('Location') && status >= 300 && status < 400)
      throw new Broken(`${name} is redirected to ${response.headers.get('Location')}`)
    const text = await response.text().catch(() => {
      throw new Broken(`${name} answers ${status}, and its body ends too early`)
    })
    const ms = performance.now() - begin
    if (ms > slowest.ms) Object.assign(slowest, { call: name, ms })
    return { call: name, status, headers: response.headers, text }
  }

  async function logIn({ email, password }: Credentials): Promise<string> {
    const answer = await call('POST', '/auth/login', { body: { email, password } })
    expectSuccess(answer)
    const { token } = jsonOf(answer) as { token?: unknown }
    if (typeof token !== 'string' || token === '') throw new Broken(`${answer.call} answers without a token`)
    return token
  }

  return { call, logIn, origin: new URL(url).origin, slowest }
}

export async function createAccount(host: Host, { email, password }: Credentials) {
  const token = await host.logIn({ email, password })
  const created = new Set<string>()
  let unknown = 0
  let hasTrash = false

  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer> {
    const answer = await host.call(method, path, { token, body, headers })
    hasTrash ||= method === 'DELETE' && answer.headers.has('Notas-Trash')
    return answer
  }

  async function list(): Promise<ListedNote[]> {
    const answer = await call('GET', '/notes')
    expectSuccess(answer)
    const notes = jsonOf(answer)
    if (!Array.isArray(notes)) throw new Broken(`${answer.call} answers no array`)
    return notes.map((note) => {
      expectNote(answer, note, ['title', 'content'])
      const { _id } = note as { _id?: unknown }
      if (typeof _id !== 'number' && (typeof _id !== 'string' || _id === ''))
        throw new Broken(`${answer.call} has a note whose _id is neither a text nor a number`)
      return { ...note, _id: String(_id) }
    })
  }

  async function read(id: string): Promise<Text & { etag: string | undefined }> {
    const answer = await call('GET', `/notes/${id}`)
    expectSuccess(answer)
    const note = jsonOf(answer)
    expectNote(answer, note, ['title', 'content'])
    return { title: note.title, content: note.content, etag: strongETag(answer) }
  }

  /** Creates a note, and finds its id in the list: the answer to the call need not tell it. */
  async function create(
    text: Text = { title: `Notas ${crypto.randomUUID()}`, content: '' },
    headers?: Record<string, string>,
  ) {
    const before = new Set((await list()).map(({ _id }) => _id))
    const answer = await call('POST', '/notes', text, headers)
    expectSuccess(answer)
    unknown += 1
    const added = (await list()).filter(({ _id }) => !before.has(_id))
    unknown -= 1
    for (const { _id } of added) created.add(_id)
    const [note] = added
    if (added.length !== 1 || !note)
      throw new Broken(`POST /api/notes adds ${added.length} notes to the list`)
    return { ...text, id: note._id, answer }
  }

  /** Returns how many notes stay. */
  async function deleteAll(): Promise<number> {
    let left = unknown
    for (const [at, id] of [...created].entries())
      try {
        const { status } = await call('DELETE', `/notes/${id}`)
        if (status > 299 && status !== 404) left += 1
        if (hasTrash) await call('DELETE', `/trash/${id}`)
      } catch (cause) {
        if (cause instanceof NoAnswer) return left + created.size - at
        left += 1
      }
    return left
  }

  return { email, password, call, list, read, create, deleteAll }
}

export function expectStatus(answer: Answer, expected: number): void {
  if (answer.status !== expected)
    throw new Broken(`${answer.call} answers ${answer.status} instead of ${expected}${messageOf(answer)}`)
}

export function expectSuccess(answer: Answer): void {
  const { call, status } = answer
  if (status < 200 || status > 299) throw new Broken(`${call} answers ${status}${messageOf(answer)}`)
}

function messageOf({ status, text }: Answer): string {
  if (status < 400) return ''
  try {
    const { message } = JSON.parse(text)
    return typeof message === 'string' ? `: ${shown(message)}` : ''
  } catch {
    return ''
  }
}

/** A portal or a proxy answers with pages, so that the front end takes none for the host's. */
export function expectNoPage({ call, status, headers, text }: Answer): void {
  const type = headers.get('Content-Type') ?? ''
  const isTypedSo = type.trim() === '' || /^(text\/html|application\/xhtml\+xml)\b/i.test(type)
  if (isTypedSo && text.trimStart().startsWith('<')) throw new Broken(`${call} answers ${status} with a page`)
}

export function expectMessage(answer: Answer): void {
  if (answer.status < 400 || answer.status > 499) throw new Broken(`${answer.call} answers ${answer.status}`)
  const { message } = jsonOf(answer) as { message?: unknown }
  if (typeof message !== 'string' || message === '')
    throw new Broken(`${answer.call} answers ${answer.status} without a message`)
}

export function expectText(where: string, actual: Text | undefined, expected: Text): void {
  if (!actual) throw new Broken(`the note is not in ${where}`)
  for (const name of ['title', 'content'] as const)
    if (actual[name] !== expected[name])
      throw new Broken(`${where} has the ${name} ${shown(actual[name])} instead of ${shown(expected[name])}`)
}

export function etagOf({ headers }: Answer): string | null {
  return headers.get('Notas-ETag') ?? headers.get('ETag')
}

/** Strong ETag: the front end sends no weak one in If-Match. */
function strongETag(answer: Answer): string | undefined {
  return /^".*"$/.exec(etagOf(answer) ?? '')?.[0]
}

export function jsonOf({ call, text }: Answer): unknown {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    throw new Broken(`${call} answers no JSON`)
  }
}

function expectNote({ call }: Answer, note: unknown, names: string[]): asserts note is ListedNote {
  const missing = names.find((name) => typeof (note as Record<string, unknown> | null)?.[name] !== 'string')
  if (missing) throw new Broken(`${call} has a note without a text ${missing}`)
}

function shown(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text)
}
