import { expect, test } from '@playwright/test'
import { mutate } from 'swr'
import { notesKey } from '@/lib/notes/swr-options'
import { forgetList } from '@/lib/transfer/import/start-import'

test("a forgotten list is not shown again, and another user's stays", async () => {
  const notes = [{ _id: '1', title: 'Compra', content: '' }]
  for (const token of ['mine', 'theirs']) await mutate(notesKey(token), notes, { revalidate: false })
  await forgetList('mine')
  expect(await cached('mine')).toBeUndefined()
  expect(await cached('theirs')).toEqual(notes)
})

async function cached(token: string): Promise<unknown> {
  let found: unknown
  await mutate(notesKey(token), (data: unknown) => {
    found = data
    return data
  })
  return found
}
