import * as api from '@/lib/api/account'
import { ApiError } from '@/lib/api/api-error'
import { requestResetLink } from '@/lib/api/password-reset'
import * as trash from '@/lib/api/trash'
import { UnknownCall } from '@/lib/api/unknown-call'
import * as messages from '@/lib/domain/messages/account'
import { requireToken } from './token'

export type { Account, Session } from '@/lib/api/account'
export type { DeletedNote } from '@/lib/api/trash'

export const getAccount = () => api.getAccount(requireToken())
export const listSessions = () => api.listSessions(requireToken())
export const endOtherSession = (id: string) => api.endOtherSession(requireToken(), id)
export const endOtherSessions = () => api.endOtherSessions(requireToken())
export const deleteAccount = (confirmation: Parameters<typeof api.deleteAccount>[1]) =>
  api.deleteAccount(requireToken(), confirmation)

export const listTrash = () => trash.listTrash(requireToken())
export const restoreNote = (id: string) => trash.restoreNote(requireToken(), id)
export const deleteForever = (id: string) => trash.deleteForever(requireToken(), id)
export const emptyTrash = () => trash.emptyTrash(requireToken())

/** Changes the password, or mails a link to an account that has none. Returns the sentence to show. */
export async function changePassword(passwords: {
  currentPassword: string
  newPassword: string
}): Promise<string> {
  const { email, hasPassword } = await getAccount()
  if (!hasPassword) return requestResetLink(email)
  await api.changePassword(requireToken(), passwords)
  return messages.passwordChanged
}

/** Sentence for a failed call. */
export function sentenceFor(error: unknown): string {
  if (error instanceof UnknownCall) return messages.notSupported
  if (!(error instanceof ApiError)) return messages.callFailed
  return error.isUnreachable ? messages.callUnreachable : (error.hostMessage ?? messages.callFailed)
}
