export const SIGNED_OUT = 'notas-signed-out-'

export function rememberSignedOut(user: string): void {
  try {
    localStorage.setItem(SIGNED_OUT + user, user)
  } catch {} // the storage is full
}
