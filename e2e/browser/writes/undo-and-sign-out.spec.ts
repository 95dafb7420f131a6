import { expectCards, open } from '../../support/actions'
import { createUser } from '../../support/fixtures'
import {
  changeUser,
  createNote,
  deleteNote,
  expect,
  expectCalls,
  expectNoWriteUnderWay,
  held,
  isCreate,
  isRestore,
  openTab,
  writeTest as test,
  undo,
} from '../../support/write-fixtures'

for (const isBare of [false, true])
  test.describe(isBare ? 'on a host of seven calls' : 'on our host', () => {
    test.use({ isBare })

    test('Deshacer that waited in a second tab does nothing in the account of the next user', async ({
      page,
      context,
      faultyProxy: proxy,
      host,
      user,
      storedTitles,
      expectConsole,
    }) => {
      expectConsole(/No token found|Error/)
      const next = await createUser(host)
      await user.addNote('Uno')
      await user.addNote('Secreto')
      await open(page, '/notas')
      await deleteNote(page, 'Secreto')
      const other = await openTab(context, '/notas')
      await expect(undo(other)).toBeVisible()

      const isUndo = isBare ? isCreate : isRestore
      const { until, release } = held()
      proxy.fault = async (call) => {
        if (!isUndo(call) || call.token !== user.token) return undefined
        await until
        return 'refuse'
      }
      await undo(page).click()
      await expectCalls(proxy, isUndo, 1)
      await undo(other).click()
      await changeUser(page, next)
      release()

      await expectNoWriteUnderWay(other)
      await expect(other.getByText('Create your note!')).toBeVisible()
      await createNote(other, 'Mío')
      await expectCards(other, ['Mío'])
      expect(await storedTitles(next)).toEqual(['Mío'])
    })
  })
