import { BASE } from '../fixtures'
import { expectKeptList } from '../kept'
import type { Profile, StartEngine } from '../support/engines/engine'
import { leaveList } from '../support/engines/leave-list'
import { createNetwork } from '../support/engines/network'
import { ask } from './ask'
import { type Conditions, type Result, runTrial } from './trial'

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
    let profile = await signedIn()

    async function signedIn(): Promise<Profile> {
      const opened = await engine.newProfile(`${network.origin}${BASE}`)
      await opened.tab.open('/')
      await opened.tab.evaluate((value) => localStorage.setItem('token', value), token)
      await opened.tab.open('/notas')
      await expectKeptList(opened.tab, ['Plantas'])
      return opened
    }

    async function startAnew(): Promise<void> {
      await profile.remove()
      profile = await signedIn()
    }

    try {
      for (let done = 0; done < tries; done++) {
        const moment = random.chance(0.9) ? random.between(200, 420) : 'during the write'
        try {
          const isUsable = await leaveList(profile.tab, network, moment)
          if (!isUsable) {
            fault('frozen', `left ${typeof moment === 'number' ? `after ${moment} ms` : moment}`)
            await startAnew()
          }
        } catch (cause) {
          fault('broken off', String(cause))
          await startAnew()
        }
        count('tries')
        say(`${done + 1} tries`)
      }
    } finally {
      await profile.remove()
      await engine.stop()
      await network.stop()
    }
  })
}
