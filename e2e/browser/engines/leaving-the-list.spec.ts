import { expectCachedList } from '../../support/browser-storage'
import {
  expectFields,
  expectPath,
  expectText,
  signIn,
  submitLogin,
  write,
} from '../../support/engines/actions'
import { engineTest } from '../../support/engines/fixtures'
import { leaveDuring, leaveList } from '../../support/engines/leave-list'
import { expect } from '../../support/fixtures'

engineTest(
  'leaving the list while it is written to a slow disk leaves the database usable',
  async ({ tab, network, user }) => {
    await user.addNote('Plantas', 'Riego')
    await signIn(tab, user)
    await expectCachedList(tab, ['Plantas'])
    for (let attempt = 1; attempt <= 2; attempt++) {
      // An unchanged list is not written.
      await user.addNote(`Compra ${attempt}`)
      expect(await leaveList(tab, network, 'readwrite'), `attempt ${attempt}`).toBe(true)
    }
  },
)

engineTest(
  'when leaving blocks the database, no draft is lost and signing out works',
  { tag: ['@all-browsers', '@demo'] },
  async ({ tab, user }) => {
    await tab.open('/')
    // WebKit cannot abort the transaction that creates the database; no remedy is known.
    await leaveDuring(tab, 'versionchange')
    await submitLogin(tab, user)
    await expectPath(tab, '/create-note')
    await write(tab, { title: 'Compra', content: 'pan y leche' })
    await tab.reload()
    await tab.press('button', 'Recuperar')
    await expectFields(tab, { title: 'Compra', content: 'pan y leche' })
    await tab.press('link', 'Volver')
    await expectText(tab, 'Nota nueva sin guardar: «Compra»')
    await tab.press('button', 'Cerrar sesión')
    await tab.pressInDialog('Cerrar sesión')
    await expectPath(tab, '/')
    const stored = () => tab.evaluate(() => JSON.stringify(localStorage))
    await expect.poll(stored).not.toMatch(/token|pan y leche/)
  },
)
