import { createNote } from '../../support/api-client'
import { signIn } from '../../support/engines/actions'
import type { Profile, Tab } from '../../support/engines/engine'
import { findEngine } from '../../support/engines/find-engine'
import { leaveList } from '../../support/engines/leave-list'
import { BASE } from '../../support/fixtures'
import { startFaultyProxy } from '../../support/servers/faulty-proxy'
import { type Conditions, type Result, withScenario } from '../harness/scenario'

export function leave(conditions: Conditions, { tries }: { tries: number }): Promise<Result> {
  const startWebKit = findEngine('webkit')
  if (!startWebKit) throw new Error('WebKit is not installed.')
  return withScenario(conditions, async (scenario) => {
    const { random, count, fault, report } = scenario
    const host = await scenario.startHost()
    const user = await scenario.register(host)
    const network = await startFaultyProxy(host)
    const engine = await startWebKit()
    let profile: Profile | undefined

    async function signedInTab(): Promise<Tab> {
      if (profile) return profile.tab
      profile = await engine.newProfile(`${network.origin}${BASE}`)
      await signIn(profile.tab, user)
      return profile.tab
    }

    async function removeProfile(): Promise<void> {
      await profile?.remove()
      profile = undefined
    }

    try {
      for (let done = 0; done < tries; done++) {
        const moment = random.chance(0.9) ? random.between(200, 420) : 'readwrite'
        const when = typeof moment === 'number' ? `${moment} ms after the cards` : `during a ${moment}`
        try {
          const tab = await signedInTab()
          // An unchanged list is not written.
          await createNote(host, user, 'Plantas', 'Riego')
          if (await leaveList(tab, network, moment)) count('usable')
          else {
            fault('frozen', `left ${when}`)
            await removeProfile()
          }
        } catch (cause) {
          const shown = await profile?.tab.evaluate(() => document.body.innerText).catch(String)
          fault('aborted', `left ${when}: ${cause}\nThe page shows: ${shown}`)
          await removeProfile()
        }
        count('tries')
        report(`${done + 1} tries`)
      }
    } finally {
      await removeProfile()
      await engine.stop()
      await network.stop()
    }
  })
}
