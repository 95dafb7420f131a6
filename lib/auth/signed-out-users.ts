/** Prefix of the names in localStorage of users who signed out and whose data may not be cleared yet. */
export const SIGNED_OUT = 'notas-signed-out-'

export function rememberSignedOut(user: string): void {
  try {
    localStorage.setItem(SIGNED_OUT + user, user)
  } catch {} // the storage is full
}
