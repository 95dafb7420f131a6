import type { FaultyProxy } from '../../support/servers/faulty-proxy'
import { isWrite } from '../../support/write-fixtures'

/** Faults that a write meets; `isFirst`: the first since the weather has changed. */
const WEATHERS = {
  fine: () => undefined,
  'lose the first answer': (isFirst: boolean) => (isFirst ? 'lose the response' : undefined),
  'lose every answer': () => 'lose the response',
  'lose every answer and refuse look-ups': () => 'lose the response',
  refuse: () => 'refuse',
  'respond 500': () => ({ status: 500 }),
  'respond 502': () => 'respond 502',
  'respond 503': () => ({ status: 503, headers: { 'Retry-After': '1' } }),
  'respond 401': () => ({ status: 401 }),
} satisfies Record<string, (isFirst: boolean) => ReturnType<FaultyProxy['fault']>>

export type Weather = keyof typeof WEATHERS

export type Line = ReturnType<typeof createLine>

/** Line between the browsers and the host: its weather decides about the calls until the next action. */
export function createLine(proxy: FaultyProxy) {
  let weather: Weather = 'fine'
  let isDown = false
  let writes = 0

  proxy.fault = (call) => {
    if (isDown && call.path.startsWith('/api/')) return 'refuse'
    if (!isWrite(call))
      return weather.endsWith('look-ups') && /^\/api\/(notes|trash)/.test(call.path) ? 'refuse' : undefined
    writes += 1
    return WEATHERS[weather](writes === 1)
  }

  return {
    get isDown() {
      return isDown
    },
    change(next: Weather): void {
      weather = next
      writes = 0
    },
    setDown(down: boolean): void {
      isDown = down
    },
  }
}
