/**
 * An email as accounts have it. Only ASCII letters change: in lower case the Kelvin sign too is a 'k', and what is
 * no email would be somebody's.
 */
export function accountEmail(email: string): string {
  return email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
