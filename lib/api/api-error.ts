type Details = {
  status?: number
  hostMessage?: string
  /** Value of the response's header, in seconds or as a date. */
  retryAfter?: string | null
  isTimeout?: boolean
  cause?: unknown
}

export class ApiError extends Error {
  override name = 'ApiError'
  declare readonly status: number | undefined
  declare readonly hostMessage: string | undefined
  /** Milliseconds that the host asks to wait; 0 if it does not. */
  declare readonly retryAfter: number
  /** The page or a gateway (504) gave up waiting; the call may still be under way. */
  declare readonly isTimeout: boolean

  constructor(message: string, { status, hostMessage, retryAfter, isTimeout = false, cause }: Details) {
    super(message, { cause })
    this.status = status
    this.hostMessage = hostMessage
    this.retryAfter = millisecondsOf(retryAfter ?? '')
    this.isTimeout = isTimeout || status === 504
  }

  get isUnreachable(): boolean {
    return this.status === undefined
  }

  /** Whether nothing came back at all, before the page gave up. */
  get hadNoResponse(): boolean {
    const { text } = (this.cause ?? {}) as { text?: string }
    return this.isUnreachable && !this.isTimeout && text === undefined
  }

  get isUnauthorized(): boolean {
    return this.status === 401
  }

  get mayBeDone(): boolean {
    const { status = 500 } = this
    return status >= 500 && status !== 507 && !(status === 503 && this.retryAfter > 0)
  }
}

function millisecondsOf(header: string): number {
  return Math.max(0, (/^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()) || 0)
}
