/** Token of the last reset link. No user's state: a session that ends in another tab must not lose it. */
let token: string | null = null

export const getResetToken = () => token

export function setResetToken(value: string | null): void {
  token = value
}
