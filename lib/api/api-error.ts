type Details = {
  /** Status of the answer; left out where none came. */
  status?: number | undefined
  /** What the host says of it, fit to be shown. */
  hostMessage?: string | undefined
  cause?: unknown
}

/** A call that failed: the host refused it, answered nonsense, or could not be reached. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number | undefined
  readonly hostMessage: string | undefined

  constructor(message: string, { status, hostMessage, cause }: Details) {
    super(message, { cause })
    this.status = status
    this.hostMessage = hostMessage
  }

  /** No answer came: no network, no host, or none in time. */
  get isUnreachable(): boolean {
    return this.status === undefined
  }
}
