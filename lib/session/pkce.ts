const NAME = 'sign-in-verifier'

/**
 * Keeps a new secret in this tab, for when it comes back from signing in elsewhere: nobody else can use what comes
 * back. Returns the SHA-256 of it, in base64url. Throws where the browser's storage is full or forbidden.
 */
export async function keepNewVerifier(): Promise<string> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  sessionStorage.setItem(NAME, verifier)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return base64url(new Uint8Array(digest))
}

/** Null where this tab has begun no sign-in. */
export function takeVerifier(): string | null {
  const verifier = sessionStorage.getItem(NAME)
  sessionStorage.removeItem(NAME)
  return verifier
}

function base64url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
