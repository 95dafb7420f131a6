import { open } from '../support/actions'
import { BASE, expect } from '../support/fixtures'
import { openInstalled, releasesTest as test } from '../support/releases'

test('a second opening asks the host for nothing before its call, and for a new release after it', {
  tag: '@default',
}, async ({ page, context, site, user }) => {
  const id = await user.addNote('Plantas')
  await openInstalled(page)
  // A script that the first page is still loading may be asked of the host.
  await page.close()
  for (const [path, call] of [
    ['/notas', '/api/notes'],
    ['/notas?from=home', '/api/notes'],
    [`/note-editor/${id}`, `/api/notes/${id}`],
  ] as const) {
    site.requests.length = 0
    await open(await context.newPage(), path)
    await expect.poll(() => site.requests).toEqual([call, `${BASE}/sw.js`])
  }
})
