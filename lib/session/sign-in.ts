import { login } from '@/lib/api/auth'
import type { Credentials } from '@/lib/domain/credentials'
import { startSession } from './start-session'

export { register as signUp } from '@/lib/api/auth'

export async function signIn(credentials: Credentials): Promise<void> {
  startSession(await login(credentials), credentials.email)
}
