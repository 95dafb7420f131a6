import { expect } from '../fixtures'
import { expectKeptList } from '../kept'
import { signIn } from '../support/engines/actions'
import { engineTest } from '../support/engines/fixtures'
import { leaveList } from '../support/engines/leave-list'

const TRIES = 12

engineTest.describe('leaving the list for another document leaves the database usable', () => {
  engineTest.beforeEach(async ({ tab, user }) => {
    engineTest.setTimeout(60_000)
    await user.addNote('Plantas', 'Riego')
    await user.addNote('Compra', 'Pan')
    await signIn(tab, user)
    await expectKeptList(tab, ['Compra', 'Plantas'])
  })

  engineTest('at any moment', async ({ tab, network }) => {
    for (let tried = 0; tried < TRIES; tried++) {
      const moment = 250 + Math.random() * 170
      expect(await leaveList(tab, network, moment), `left after ${moment} ms, try ${tried + 1}`).toBe(true)
    }
  })

  engineTest('while the list is written to a slow disk', async ({ tab, network }) => {
    for (let tried = 0; tried < 3; tried++)
      expect(await leaveList(tab, network, 'during the write'), `try ${tried + 1}`).toBe(true)
  })
})
