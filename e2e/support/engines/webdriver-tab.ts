import { error, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import type { Tab } from './engine'
import { findInPage, type Target, target } from './find-in-page'
import { withinLimit } from './within-limit'

/** WebDriver session, whose commands go to one window at a time. */
export type Session = { driver: WebDriver; current: string }

export function tabOfWindow(session: Session, handle: string, site: string): Tab {
  const { driver } = session

  /** Switches only if necessary: while an alert is open, switching never ends. */
  async function inWindow<Result>(command: () => Promise<Result>): Promise<Result> {
    if (session.current !== handle) await driver.switchTo().window(handle)
    session.current = handle
    return command()
  }

  function onElement(wanted: Target, act: (element: WebElement) => Promise<void>): Promise<WebElement> {
    return withinLimit(`${wanted.kind} ${wanted.name.source}`, () =>
      inWindow(async () => {
        const element = await driver.executeScript<WebElement | null>(findInPage, wanted)
        if (element) await act(element)
        return element
      }),
    )
  }

  async function press(wanted: Target): Promise<void> {
    await onElement(wanted, async (element) => {
      // WebKit's driver does not scroll far enough where the page has scroll padding.
      await driver.executeScript((found: Element) => found.scrollIntoView({ block: 'center' }), element)
      await element.click()
    })
  }

  async function evaluate(script: unknown, arg?: unknown): Promise<unknown> {
    const run = () => inWindow(() => driver.executeAsyncScript<Outcome>(asyncScript(String(script)), arg))
    const { result, failure } = await run().catch((cause) => {
      // WebKit's driver waits for the page before it runs a script, and may miss that it has loaded.
      if (cause instanceof error.TimeoutError) return run()
      throw cause
    })
    if (failure !== undefined) throw new Error(failure)
    return result
  }

  return {
    open: (path) => inWindow(() => driver.get(`${site}${path}`)),
    reload: () => inWindow(() => driver.navigate().refresh()),
    back: () => inWindow(() => driver.navigate().back()),
    press: (role, name) => press(target(role, name)),
    pressInDialog: (name) => press(target('button', name, true)),
    async type(name, text) {
      const field = await onElement(target('field', name), async () => {})
      await inWindow(() => field.sendKeys(text))
    },
    async key(key) {
      const keys = key.split('+').map((name) => (name.length > 1 ? Key[name.toUpperCase() as 'TAB'] : name))
      // A chord ends with a key that WebKit types.
      const text = keys.length > 1 ? Key.chord(...keys) : keys.join('')
      // An element that is sent keys takes the focus first: the body, from a field that has just got it.
      if (keys.length === 1) return inWindow(() => driver.actions().sendKeys(text).perform())
      // The element that has the focus may go before it gets the key.
      await withinLimit('element with the focus', async () => {
        await inWindow(() => driver.switchTo().activeElement().sendKeys(text))
        return true
      })
    },
    acceptAlert: () =>
      withinLimit('alert', () =>
        inWindow(async () => {
          const alert = await driver.switchTo().alert()
          const text = await alert.getText()
          await alert.accept()
          return text
        }),
      ),
    evaluate: evaluate as Tab['evaluate'],
    async newTab() {
      await inWindow(() => driver.switchTo().newWindow('tab'))
      session.current = await driver.getWindowHandle()
      return tabOfWindow(session, session.current, site)
    },
    close: () => inWindow(() => driver.close()),
  }
}

type Outcome = { result?: unknown; failure?: string }

function asyncScript(script: string): string {
  return `
    const [arg, done] = arguments.length === 2 ? arguments : [undefined, arguments[0]]
    Promise.resolve(arg).then(${script}).then(
      (result) => done({ result }),
      (cause) => done({ failure: String(cause) }),
    )`
}
