type Details = {
  status?: number | undefined
  hostMessage?: string | undefined
  headers?: Headers
  cause?: unknown
}

export class ApiError extends Error {
  override name = 'ApiError'
  declare readonly status: number | undefined
  declare readonly hostMessage: string | undefined
  declare readonly headers: Headers | undefined

  constructor(message: string, { status, hostMessage, headers, cause }: Details) {
    super(message, { cause })
    this.status = status
    this.hostMessage = hostMessage
    this.headers = headers
  }

  get isUnreachable(): boolean {
    return this.status === undefined
  }
}
