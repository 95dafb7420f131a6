import Bowser from 'bowser'
import * as messages from '../messages'

const MAX_LENGTH = 512

const BROWSERS = new Set<string>(Object.values(Bowser.BROWSER_MAP))

/** Browser and system, such as 'Firefox en Linux', by known names alone, since the header may be any text. */
export function clientName(userAgent = ''): string {
  // The library throws for an empty text.
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_LENGTH) || '-')
  const isKnown = browser.name !== undefined && BROWSERS.has(browser.name)
  const name = isKnown ? browser.name?.replace(/ for Android$/, '') : undefined
  if (!os.name) return name ?? ''
  return `${name ?? messages.unknownClient} en ${os.name}`
}
