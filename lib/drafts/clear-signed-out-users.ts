import { SIGNED_OUT } from '@/lib/session/signed-out'

export async function clearSignedOutUsers(): Promise<void> {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(SIGNED_OUT))
    for (const name of names) {
      const { clearUserData } = await import('./clear-user-data')
      await clearUserData(name.slice(SIGNED_OUT.length))
    }
  } catch (cause) {
    console.warn(cause)
  }
}
