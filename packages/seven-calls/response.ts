export type HostResponse = { status: number; headers: Record<string, string>; body: string }

export function response(status: number, body?: object, headers: Record<string, string> = {}): HostResponse {
  if (!body) return { status, headers, body: '' }
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

/** Error with a message that the user may read; its cause is the status. */
export function refusal(status: number, message: string): Error {
  return new Error(message, { cause: status })
}

export function responseOf(error: unknown): HostResponse {
  if (error instanceof SyntaxError) return response(400, { message: 'El texto no es JSON.' })
  if (error instanceof Error && typeof error.cause === 'number')
    return response(error.cause, { message: error.message })
  throw error
}
