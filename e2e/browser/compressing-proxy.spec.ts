import { edit, expectCards, openList, save, saveToList } from '../support/actions'
import { conflict } from '../support/drafts'
import { expect, signedInTest } from '../support/fixtures'
import { missingProxy, startCompressingProxy } from '../support/servers/compressing-proxy'

const REST = '\nUna línea como otra'.repeat(30)

const test = signedInTest.extend({
  baseURL: async ({ host, folder }, use) => {
    const proxy = await startCompressingProxy('Apache', folder, host)
    await use(proxy.origin)
    await proxy.stop()
  },
})

const reason = missingProxy('Apache')
test.skip(reason !== undefined && !process.env.CI, reason ?? '')

test("behind Apache, which changes ETags, a note is saved each time, and another device's edit is merged or asked about", async ({
  page,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource.* 412/)
  const id = await user.addNote('Compra', `Pan\nLeche\nHuevos${REST}`)
  await openList(page, ['Compra'])
  const loaded = page.waitForResponse(`**/api/notes/${id}`)
  await edit(page, 'Compra', { content: `Pan integral\nLeche\nHuevos${REST}` })
  expect((await loaded).headers().etag).toMatch(/-gzip"$/)
  await saveToList(page, ['Compra'])

  await edit(page, 'Compra', { content: `Pan de centeno\nLeche\nHuevos${REST}` })
  await user.changeNote(id, 'Compra', `Pan integral\nLeche\nSeis huevos${REST}`)
  await saveToList(page, ['Compra'])
  const merged = `Pan de centeno\nLeche\nSeis huevos${REST}`
  expect(await user.listNotes()).toEqual([{ _id: id, title: 'Compra', content: merged }])

  await edit(page, 'Compra', { content: `Pan de centeno\nLeche\nSin huevos${REST}` })
  await user.changeNote(id, 'Compra', `Pan de centeno\nLeche\nOcho huevos${REST}`)
  await save(page)
  await conflict(page).getByRole('button', { name: 'Quedarme con la mía' }).click()
  await expectCards(page, ['Compra'])
  expect((await user.listNotes())[0]?.content).toBe(`Pan de centeno\nLeche\nSin huevos${REST}`)
})
