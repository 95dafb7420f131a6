import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { OLDEST } from '../support/engines/oldest-chromium'

test('the README promises the browsers that the build is for, and the stories run in the oldest Chromium', () => {
  const { browserslist } = JSON.parse(readFileSync('package.json', 'utf8')) as { browserslist: string[] }
  expect(browserslist).toEqual(['chrome 116', 'edge 116', 'firefox 128', 'safari 17', 'ios_saf 17'])
  expect(readFileSync('README.md', 'utf8')).toContain('Chrome and Edge 116, Firefox 128 and Safari 17,')
  expect(OLDEST).toContain('@116.')
})
