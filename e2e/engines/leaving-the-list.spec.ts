import { expect } from '../fixtures'
import { expectKeptList } from '../kept'
import { expectPath, signIn, submitLogin } from '../support/engines/actions'
import { engineTest } from '../support/engines/fixtures'
import { isUsable, leaveDuring, leaveList } from '../support/engines/leave-list'

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
      expect(await leaveList(tab, network, 'readwrite'), `try ${tried + 1}`).toBe(true)
  })
})

engineTest('leaving while the first login makes the database leaves it usable', async ({ tab, user }) => {
  await tab.open('/')
  await leaveDuring(tab, 'versionchange')
  await submitLogin(tab, user)
  await expectPath(tab, '/create-note')
  expect(await isUsable(tab)).toBe(true)
})
