import { expectCachedList } from '../../support/browser-storage'
import type { Profile, StartEngine } from '../../support/engines/engine'
import { leaveList } from '../../support/engines/leave-list'
import { createNetwork } from '../../support/engines/network'
import type { Tab } from '../../support/engines/tab'
import { BASE } from '../../support/fixtures'
import { type Conditions, type Result, runTrial } from '../harness/scenario'
import { ask } from '../harness/send'

/** Someone goes from the list to another document, again and again, and the browser's database stays usable. */
export function leave(
  conditions: Conditions,
  startEngine: StartEngine,
  { tries }: { tries: number },
): Promise<Result> {
  return runTrial(conditions, ['frozen', 'broken off'], async ({ random, count, fault, say, ...trial }) => {
    const host = await trial.startHost()
    const { token } = await trial.register(host)
    await ask(host, 'POST', '/api/notes', { json: { title: 'Plantas', content: 'Riego' }, token })
    const network = await createNetwork(host.origin)
    const engine = await startEngine()
    let profile: Profile | undefined

    async function signedInTab(): Promise<Tab> {
      if (profile) return profile.tab
      profile = await engine.newProfile(`${network.origin}${BASE}`)
      const { tab } = profile
      await tab.open('/')
      await tab.evaluate((value) => localStorage.setItem('token', value), token)
      await tab.open('/notas')
      await expectCachedList(tab, ['Plantas'])
      return tab
    }

    async function forget(): Promise<void> {
      await profile?.remove()
      profile = undefined
    }

    try {
      for (let done = 0; done < tries; done++) {
        const moment = random.chance(0.9) ? random.between(200, 420) : 'readwrite'
        const told = typeof moment === 'number' ? `${moment} ms after the cards` : `during a ${moment}`
        try {
          if (await leaveList(await signedInTab(), network, moment)) count('usable')
          else {
            fault('frozen', `left ${told}`)
            await forget()
          }
        } catch (cause) {
          fault('broken off', `left ${told}: ${cause}`)
          await forget()
        }
        count('tries')
        say(`${done + 1} tries`)
      }
    } finally {
      await forget()
      await engine.stop()
      await network.stop()
    }
  })
}
