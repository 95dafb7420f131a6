const NAME = 'sign-in-verifier'

/** Stores a PKCE verifier and returns its challenge. Throws where the storage is full or forbidden. */
export async function storeNewVerifier(): Promise<string> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  sessionStorage.setItem(NAME, verifier)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return base64url(new Uint8Array(digest))
}

export function takeVerifier(): string | null {
  const verifier = sessionStorage.getItem(NAME)
  sessionStorage.removeItem(NAME)
  return verifier
}

function base64url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
