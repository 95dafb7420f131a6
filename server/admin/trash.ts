import { Command } from 'commander'
import { listTrashTitles } from '../store/trash'
import { withUser } from './database'
import { dateOf, printTable } from './table'
import { printable } from './terminal'

export const trash = new Command('trash')
  .argument('<EMAIL>')
  .description("lists the notes in the user's trash, deleted last first")
  .action((typed: string) =>
    withUser(typed, async (database, { id: userId, email }) => {
      const notes = await listTrashTitles(database, { userId, since: 0 })
      if (notes.length === 0) return console.log(`The trash of ${email} is empty.`)
      const rows = notes.map(({ id, deletedAt, title }) => [id, dateOf(deletedAt), printable(title)])
      printTable([['Id', 'Deleted', 'Title'], ...rows])
    }),
  )
