import { collectCalls, open, saveToList, write } from '../support/actions'
import { expect, signedInTest } from '../support/fixtures'

signedInTest('without a strong ETag a save is one PUT without If-Match', async ({ page, user }) => {
  const id = await user.addNote('Compra', 'Pan')
  const calls = collectCalls(page)
  for (const etag of [undefined, 'W/"1"', '1']) {
    await page.route('**/api/notes/*', async (route) => {
      const response = await route.fetch()
      const { etag: _, ...headers } = response.headers()
      await route.fulfill({ response, headers: { ...headers, ...(etag && { etag }) } })
    })
    await open(page, `/note-editor/${id}`)
    await write(page, { content: `Pan y vino ${etag}` })
    calls.length = 0
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await saveToList(page, ['Compra'])

    expect((await sent).headers(), etag).not.toHaveProperty('if-match')
    // The list may be loading again by now.
    expect(calls.filter((call) => call !== 'GET /api/notes')).toEqual([`PUT /api/notes/${id}`])
    await page.unroute('**/api/notes/*')
  }
})
