import type { Command } from './command'
import { linkPrinter } from './print-link'
import { withUser } from './with-user'

export const resetLink: Command = {
  argument: 'EMAIL',
  summary: 'prints a link with which that user sets a password, once and within 30 minutes',
  run: (call) => {
    const printLink = linkPrinter()
    return withUser(call, (database, { id }) => printLink(database, id))
  },
}
