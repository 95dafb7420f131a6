import { logout } from '@/lib/api/logout'

const FIRST_DELAY = 5_000
const LAST_DELAY = 60_000

/** Ends a token on the host. Repeats the call until the host has answered; the page alone holds the token. */
export async function endToken(token: string): Promise<void> {
  for (let delay = FIRST_DELAY; !(await logout(token).catch(() => false)); delay *= 2) {
    await new Promise((resolve) => {
      addEventListener('online', resolve, { once: true })
      setTimeout(resolve, Math.min(delay, LAST_DELAY))
    })
  }
}
