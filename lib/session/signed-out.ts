/** Begins the name in localStorage of each user who has signed out, and of whom something may still be kept. */
export const SIGNED_OUT = 'notas-signed-out-'

/** Tells the other tabs, and the next page, of whom something may still be kept. */
export function rememberSignedOut(user: string): void {
  try {
    localStorage.setItem(SIGNED_OUT + user, user)
  } catch {
    // The storage is full.
  }
}
