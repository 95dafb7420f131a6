const NAME = 'sign-in-verifier'

/**
 * Stores a new PKCE verifier in this tab and returns its challenge.
 *
 * @throws where the storage is full or forbidden
 */
export async function storeNewVerifier(): Promise<string> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  sessionStorage.setItem(NAME, verifier)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return base64url(new Uint8Array(digest))
}

/** Removes and returns the verifier; null where this tab has started no sign-in. */
export function takeVerifier(): string | null {
  const verifier = sessionStorage.getItem(NAME)
  sessionStorage.removeItem(NAME)
  return verifier
}

function base64url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
