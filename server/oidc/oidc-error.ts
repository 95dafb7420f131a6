/** The front end gets only `reason`; `message` is for the log. */
export class OidcError extends Error {
  constructor(
    readonly reason: 'closed' | 'taken' | 'denied' | 'expired' | 'failed' | 'unavailable',
    message: string = reason,
  ) {
    super(message)
  }
}
