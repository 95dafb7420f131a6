/** Not in `ids.ts`, which every first load has. Insecure origins have no `crypto.subtle`. */
export async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}
