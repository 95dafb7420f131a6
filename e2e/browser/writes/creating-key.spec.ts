import type { Page } from '@playwright/test'
import { open, save, saveAndExpectFailure, saveToList, write, writeNew } from '../../support/actions'
import { expectDrafts } from '../../support/drafts'
import type { FaultyProxy } from '../../support/servers/faulty-proxy'
import {
  expect,
  expectNoWriteUnderWay,
  isCreate,
  isWrite,
  openTab,
  refuseWrites,
  saveWithoutAnswer,
  showPageAgain,
  writeTest as test,
  toSave,
} from '../../support/write-fixtures'

const keys = (proxy: FaultyProxy) =>
  proxy.calls.filter(isCreate).map(({ headers }) => headers['idempotency-key'])

async function expectAttempt(page: Page, proxy: FaultyProxy, send: () => Promise<void>): Promise<void> {
  await expectNoWriteUnderWay(page)
  const before = proxy.calls.filter(isCreate).length
  await send()
  await expect.poll(() => proxy.calls.filter(isCreate).length).toBeGreaterThan(before)
}

test('each attempt of one press has the same key, also after a reload and from another tab', async ({
  page,
  context,
  faultyProxy: proxy,
  storedTitles,
}) => {
  proxy.fault = refuseWrites
  await open(page, '/notas')
  await expect(page.getByText('Create your note!')).toBeVisible()
  await saveWithoutAnswer(page, { title: 'Compra', content: 'Pan' })
  await expectAttempt(page, proxy, () => showPageAgain(page))
  await expectAttempt(page, proxy, () => saveAndExpectFailure(page))
  await expectAttempt(page, proxy, async () => void (await page.reload()))
  await page.close()
  const other = await openTab(context, '/notas')
  await expectAttempt(other, proxy, () => showPageAgain(other))
  proxy.fault = () => undefined
  await expectAttempt(other, proxy, () => showPageAgain(other))
  await expect(toSave(other)).toBeHidden()

  expect(await storedTitles()).toEqual(['Compra'])
  expect(keys(proxy)[0]).toMatch(/^"[0-9a-f]{32}"$/)
  expect(new Set(keys(proxy)).size).toBe(1)
})

test('the copy that a browser sends by itself has the same key and makes no second note, and each press has a key of its own', async ({
  page,
  faultyProxy: proxy,
  expectNotes,
}) => {
  proxy.reusesConnections = true
  await open(page, '/notas')
  const titles: string[] = []
  for (const title of ['Uno', 'Dos']) {
    proxy.calls.length = 0
    proxy.failFirst(isCreate, 'lose the response')
    await writeNew(page, { title })
    await save(page)
    await expect.poll(() => keys(proxy).length).toBeGreaterThan(1)
    await expectNoWriteUnderWay(page)
    expect(new Set(keys(proxy)).size).toBe(1)
    titles.push(String(keys(proxy)[0]))
    await open(page, '/notas')
  }
  expect(new Set(titles).size).toBe(2)
  await expectNotes(page, ['Dos', 'Uno'])
})

test('a save of another form has another key, and an edit has none', async ({
  page,
  faultyProxy: proxy,
  user,
}) => {
  await open(page, '/notas')
  for (const title of ['Compra', 'Compra']) {
    await writeNew(page, { title, content: 'Pan' })
    await save(page)
    await expect(page.getByRole('article').first()).toContainText('Compra')
  }
  expect(keys(proxy)).toHaveLength(2)
  expect(new Set(keys(proxy)).size).toBe(2)

  const id = await user.addNote('Plantas')
  await open(page, `/note-editor/${id}`)
  await write(page, { title: 'Plantas del balcón' })
  await saveToList(page, ['Plantas del balcón', 'Compra', 'Compra'])
  await expectDrafts(page, [])
  expect(proxy.calls.filter(isWrite).at(-1)?.headers).not.toHaveProperty('idempotency-key')
})
