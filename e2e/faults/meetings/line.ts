import type { FaultyProxy } from '../../support/servers/faulty-proxy'
import { isWrite } from '../../support/write-fixtures'

type Write = { isFirst: boolean; hold: () => Promise<void> }

/** Faults that a write meets; `isFirst` marks the first write since the weather has changed. */
const WEATHERS = {
  fine: () => undefined,
  'lose the first answer': ({ isFirst }) => (isFirst ? 'lose the response' : undefined),
  'lose every answer': () => 'lose the response',
  'lose every answer and refuse look-ups': () => 'lose the response',
  refuse: () => 'refuse',
  'respond 500': () => ({ status: 500 }),
  'respond 502': () => 'respond 502',
  'respond 503': () => ({ status: 503, headers: { 'Retry-After': '1' } }),
  'respond 401': () => ({ status: 401 }),
  'hold the call': ({ hold }) => hold().then(() => undefined),
  'hold the answer': ({ hold }) => ({ respondAfter: hold() }),
} satisfies Record<string, (write: Write) => ReturnType<FaultyProxy['fault']>>

export type Weather = keyof typeof WEATHERS

/** Weathers in which the host gets no write. */
const NOTHING_ARRIVES: Weather[] = ['refuse', 'respond 500', 'respond 503', 'respond 401']

export const mayArrive = (weather: Weather) => !NOTHING_ARRIVES.includes(weather)

export type Line = ReturnType<typeof createLine>

/** Line between the browsers and the host: its weather decides about the calls until the next action. */
export function createLine(proxy: FaultyProxy) {
  const held: (() => void)[] = []
  let weather: Weather = 'fine'
  let isDown = false
  let writes = 0

  function hold(): Promise<void> {
    return new Promise((release) => held.push(release))
  }

  proxy.fault = (call) => {
    if (isDown && call.path.startsWith('/api/')) return 'refuse'
    if (!isWrite(call))
      return weather.endsWith('look-ups') && /^\/api\/(notes|trash)/.test(call.path) ? 'refuse' : undefined
    writes += 1
    return WEATHERS[weather]({ isFirst: writes === 1, hold })
  }

  return {
    get isDown() {
      return isDown
    },
    get heldCalls() {
      return held.length
    },
    change(next: Weather): void {
      weather = next
      writes = 0
    },
    setDown(down: boolean): void {
      isDown = down
    },
    release(): void {
      for (const letGo of held.splice(0)) letGo()
    },
  }
}
