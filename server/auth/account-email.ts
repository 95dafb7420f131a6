/** Lowercases ASCII only: `toLowerCase` makes the Kelvin sign a 'k', and an invalid email equal to a valid one. */
export function accountEmail(email: string): string {
  return email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
