import { mock } from 'node:test'
import { expect, test } from '@playwright/test'
import { createTurns, type Limits } from '@/server/fairness/turns'

const KIB = 1024

/** Asks for turns under a clock that only `pass` moves, and lists in `log` what is granted (+) and ended (-). */
function createQueue(limits: Limits) {
  let time = 0
  mock.timers.enable({ apis: ['setInterval'] })
  const turns = createTurns(limits, () => time)
  const log: string[] = []

  function ask(account: string, network = account, weight = 1) {
    const client = { taken: 0, queued: 1 }
    const name = `${account}${network === account ? '' : ` in ${network}`}`
    const turn = turns.ask({ account, network, weight, sent: () => client, end: () => log.push(`-${name}`) })
    const isGranted = turn.granted.then(() => void log.push(`+${name}`))
    return Object.assign(client, { giveBack: turn.giveBack, isGranted })
  }

  async function pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      time += 1000
      mock.timers.tick(1000)
    }
    await new Promise(setImmediate)
  }

  /** Returns the events since its last call. */
  async function happened(): Promise<string[]> {
    await pass(0)
    return log.splice(0)
  }

  return { ask, pass, happened }
}

test.afterEach(() => mock.timers.reset())

test('an account has its own limit, and others do not wait for it', async () => {
  const { ask, happened } = createQueue({ ofAccount: 2, ofAll: 8 })
  const [first] = ['ana', 'ana', 'ana', 'eva'].map((account) => ask(account))
  expect(await happened()).toEqual(['+ana', '+ana', '+eva'])
  first?.giveBack()
  first?.giveBack()
  expect(await happened()).toEqual(['+ana'])
})

test('a half is for anybody, three quarters for new accounts, the last quarter for new networks', async () => {
  const { ask, happened } = createQueue({ ofAccount: 8, ofAll: 8 })
  for (let time = 0; time < 5; time += 1) ask('ana', 'uno')
  expect(await happened()).toEqual(Array(4).fill('+ana in uno'))
  for (const account of ['eva', 'leo', 'sol']) ask(account, 'uno')
  expect(await happened()).toEqual(['+eva in uno', '+leo in uno'])
  for (const account of ['mar', 'luz', 'paz']) ask(account)
  expect(await happened()).toEqual(['+mar', '+luz'])
})

test('who waits is served by network, then by account, then in turn', async () => {
  const { ask, happened } = createQueue({ ofAccount: 4, ofAll: 8 })
  const held = ['a', 'b', 'c'].map((account) => ask(account, 'uno'))
  ask('b', 'uno')
  ask('d', 'dos')
  held.push(ask('e'))
  for (const [account, network] of ['b uno', 'f uno', 'g uno', 'h dos'].map((name) => name.split(' ')))
    ask(String(account), network)
  expect(await happened()).toHaveLength(6)
  for (const turn of held) turn.giveBack()
  expect(await happened()).toEqual(['+h in dos', '+f in uno', '+g in uno'])
})

test('turns of different weight share the limits', async () => {
  const { ask, happened } = createQueue({ ofAccount: 3, ofAll: 10 })
  const held = ask('ana', 'uno', 2)
  ask('ana', 'uno', 2)
  ask('ana', 'uno', 1)
  ask('eva', 'uno', 3)
  ask('leo', 'uno', 3)
  expect(await happened()).toEqual(['+ana in uno', '+ana in uno', '+eva in uno'])
  held.giveBack()
  expect(await happened()).toEqual(['+leo in uno'])
})

test('a client that is gone no longer waits', async () => {
  const { ask, happened } = createQueue({ ofAccount: 1, ofAll: 8 })
  const [first, second] = [ask('ana'), ask('ana'), ask('ana')]
  second?.giveBack()
  first?.giveBack()
  expect(await happened()).toEqual(['+ana', '+ana'])
})

test('an unread response goes on while nobody waits, and ends as soon as somebody does', async () => {
  const { ask, pass, happened } = createQueue({ ofAccount: 1, ofAll: 8 })
  ask('ana')
  await pass(600)
  expect(await happened()).toEqual(['+ana'])
  ask('ana')
  expect(await happened()).toEqual(['-ana', '+ana'])
})

for (const [name, kib, ends] of [
  ['less than 20 KiB in 10 seconds', 19, true],
  ['20 KiB in 10 seconds', 20, false],
] as const) {
  test(`a client that takes ${name} ${ends ? 'loses its turn to' : 'keeps its turn from'} one that waits`, async () => {
    const { ask, pass, happened } = createQueue({ ofAccount: 1, ofAll: 8 })
    const client = ask('ana')
    ask('ana')
    for (let time = 0; time < 5; time += 1) {
      await pass(9)
      client.taken += kib * KIB
      await pass(1)
    }
    expect(await happened()).toEqual(ends ? ['+ana', '-ana', '+ana'] : ['+ana'])
  })
}

test('a response for which the client waits, since the host is slow, does not end', async () => {
  const { ask, pass, happened } = createQueue({ ofAccount: 1, ofAll: 8 })
  Object.assign(ask('ana'), { queued: 0 })
  ask('ana')
  await pass(600)
  expect(await happened()).toEqual(['+ana'])
})

test('an account that waits for a second turn ends no other account', async () => {
  const { ask, pass, happened } = createQueue({ ofAccount: 8, ofAll: 8 })
  for (const account of ['a', 'b', 'c']) ask(account, 'uno')
  const own = ask('d')
  own.queued = 0
  ask('d')
  await pass(20)
  expect(await happened()).toEqual(['+a in uno', '+b in uno', '+c in uno', '+d'])
  own.queued = 1
  await pass(10)
  expect(await happened()).toEqual(['-d', '+d'])
})

test('the unread response that ends is one of the network and account that hold most', async () => {
  const { ask, pass, happened } = createQueue({ ofAccount: 8, ofAll: 8 })
  ask('phone')
  ask('a', 'uno')
  ask('b', 'uno')
  ask('b', 'uno')
  ask('c', 'uno')
  ask('d', 'uno')
  ask('e')
  ask('f')
  await happened()
  await pass(10)
  ask('g')
  expect(await happened()).toEqual(['-b in uno', '+g'])
})

test('a network that holds more than another ends nothing of it', async () => {
  const { ask, pass, happened } = createQueue({ ofAccount: 8, ofAll: 4 })
  const others = [ask('a', 'uno'), ask('b', 'uno'), ask('c', 'uno')]
  ask('phone')
  for (const client of others) client.queued = 0
  await pass(10)
  ask('d', 'uno')
  await pass(10)
  expect(await happened()).toEqual(['+a in uno', '+b in uno', '+c in uno', '+phone'])
})
