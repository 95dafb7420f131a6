import { logout } from '@/lib/api/logout'

const FIRST_DELAY = 5_000
const LAST_DELAY = 60_000

/** Ends a token on the host. Repeats the call until the host has answered; the page alone holds the token. */
export async function endToken(token: string, delay = FIRST_DELAY): Promise<void> {
  if (await logout(token).catch(() => false)) return

  const again = () => {
    removeEventListener('online', again)
    clearTimeout(timer)
    void endToken(token, Math.min(2 * delay, LAST_DELAY))
  }
  addEventListener('online', again)
  const timer = setTimeout(again, delay)
}
