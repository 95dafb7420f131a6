import { expect } from '../support/fixtures'
import { weighScreens } from '../support/weight/weigh-screens'
import { test } from './sites'

/** Largest script of a first load, as a ratio to an empty page. */
const MAX_SCRIPT = 1.18

/** Largest style sheet and document together, in bytes after brotli. */
const MAX_STYLE_AND_TEXT = 11_000

const MAX_REQUESTS = 12

test('the first load of every screen stays within its budget', async () => {
  test.setTimeout(300_000)
  const { floor, screens } = await weighScreens()
  expect(Object.keys(screens).length).toBeGreaterThanOrEqual(5)
  for (const [path, { js, css, html, requests }] of Object.entries(screens)) {
    expect.soft(js / floor.js, `script of ${path}`).toBeLessThanOrEqual(MAX_SCRIPT)
    expect.soft(css + html, `style sheet and document of ${path}`).toBeLessThanOrEqual(MAX_STYLE_AND_TEXT)
    expect.soft(requests, `requests of ${path}`).toBeLessThanOrEqual(MAX_REQUESTS)
  }
})
