import type { Fault, FaultyProxy, ProxiedCall } from '../../support/servers/faulty-proxy'
import { isWrite } from '../../support/write-fixtures'

export type Weather =
  | 'fine'
  | 'lose the first answer'
  | 'lose every answer'
  | 'lose every answer and refuse look-ups'
  | 'refuse'
  | 'respond 500'
  | 'respond 502'
  | 'respond 503'
  | 'respond 401'
  | 'hold the call'
  | 'hold the answer'

/** In these a host gets no write. */
const NOTHING_ARRIVES: Weather[] = ['refuse', 'respond 500', 'respond 503', 'respond 401']

export const mayArrive = (weather: Weather) => !NOTHING_ARRIVES.includes(weather)

export type Line = ReturnType<typeof createLine>

/** The line between the browsers and the host: what becomes of the calls, until the next action. */
export function createLine(proxy: FaultyProxy) {
  const held: (() => void)[] = []
  let weather: Weather = 'fine'
  let isDown = false
  let writes = 0

  function hold(): Promise<void> {
    return new Promise((release) => held.push(release))
  }

  function fateOf(call: ProxiedCall): Fault | undefined | Promise<Fault | undefined> {
    if (isDown && call.path.startsWith('/api/')) return 'refuse'
    if (!isWrite(call))
      return weather.endsWith('look-ups') && /^\/api\/(notes|trash)/.test(call.path) ? 'refuse' : undefined
    writes += 1
    switch (weather) {
      case 'fine':
        return undefined
      case 'lose the first answer':
        return writes === 1 ? 'lose the response' : undefined
      case 'lose every answer':
      case 'lose every answer and refuse look-ups':
        return 'lose the response'
      case 'refuse':
      case 'respond 502':
        return weather
      case 'respond 500':
        return { status: 500 }
      case 'respond 503':
        return { status: 503, headers: { 'Retry-After': '1' } }
      case 'respond 401':
        return { status: 401 }
      case 'hold the call':
        return hold().then(() => undefined)
      case 'hold the answer':
        return { respondAfter: hold() }
    }
  }

  proxy.fault = fateOf
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
