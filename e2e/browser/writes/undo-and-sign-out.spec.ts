import { expectCards, open } from '../../support/actions'
import { createUser } from '../../support/fixtures'
import {
  changeUser,
  createNote,
  deleteNote,
  expect,
  expectCalls,
  expectNoWriteUnderWay,
  isCreate,
  isRestore,
  onBothHosts,
  openTab,
  writeTest as test,
  undo,
} from '../../support/write-fixtures'

onBothHosts((isBare) => {
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
    const release = proxy.hold((call) => isUndo(call) && call.token === user.token, 'refuse')
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
