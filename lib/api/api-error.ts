type Details = {
  status?: number | undefined
  hostMessage?: string | undefined
  cause?: unknown
}

export class ApiError extends Error {
  override name = 'ApiError'
  declare readonly status: number | undefined
  declare readonly hostMessage: string | undefined

  constructor(message: string, { status, hostMessage, cause }: Details) {
    super(message, { cause })
    this.status = status
    this.hostMessage = hostMessage
  }

  get isUnreachable(): boolean {
    return this.status === undefined
  }
}
