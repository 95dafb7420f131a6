import { expect, test } from '@playwright/test'
import { createOutbox, type Outgoing } from '@/lib/transfer/import/outbox'

const bread = { title: 'Compra', content: 'Pan' }
const milk = { title: 'Compra', content: 'Leche' }

/** Outbox of a host that has the notes, with one source each. */
async function outboxOf(texts: (typeof bread)[], before: (typeof bread & { _id: string })[] = []) {
  const outbox = createOutbox(texts.map((text) => ({ text })))
  await outbox.compare(before)
  return outbox
}

function take({ next }: ReturnType<typeof createOutbox>, count: number): Outgoing[] {
  return Array.from({ length: count }, next).filter((outgoing) => outgoing !== undefined)
}

test('the oldest note goes first, and what is put back goes before the others', async () => {
  const outbox = await outboxOf(['4', '3', '2', '1'].map((title) => ({ title, content: '' })))
  for (const outgoing of take(outbox, 3)) outbox.putBack(outgoing)
  expect(take(outbox, 4).map(({ text }) => text.title)).toEqual(['1', '2', '3', '4'])
})

test('a doubtful note that the list lacks is sent again', async () => {
  const outbox = await outboxOf([milk, bread])
  for (const outgoing of take(outbox, 2)) outbox.markDoubtful(outgoing)
  expect(await outbox.compare([{ _id: '1', ...milk }])).toEqual([])
  expect(outbox.getResults()).toMatchObject({ imported: 1, createdIds: ['1'] })
  expect(outbox.getResults().notSent).toEqual([bread])
})

test('a note that another tab or device has sent meanwhile is there, and is not sent', async () => {
  const outbox = await outboxOf([milk, bread, bread])
  for (const outgoing of take(outbox, 1)) outbox.markAccepted(outgoing, { noteId: undefined })
  const listed = [bread, bread, milk].map((text, position) => ({ _id: String(position), ...text }))
  expect(await outbox.compare(listed)).toEqual([])
  expect(outbox.getResults()).toMatchObject({ imported: 1, alreadyThere: 2, notSent: [] })
  expect(await outbox.compare([])).toEqual([])
  expect(outbox.getResults()).toMatchObject({ imported: 1, alreadyThere: 2, failed: [], notSent: [] })
})

test('each copy of a text has a key of its own, which is that of the copy in every import', () => {
  const keysOf = (texts: (typeof bread)[]) => texts.map(createOutbox([]).nextKey)
  const keys = keysOf([bread, bread, milk, { title: 'CompraP', content: 'an' }])
  expect(keys).toEqual(Array(4).fill(expect.stringMatching(/^[0-9a-f]{32}$/)))
  expect(new Set(keys).size).toBe(4)
  expect(keysOf([milk, bread, bread])).toEqual([keys[2], keys[0], keys[1]])
})

test('a note is given up after three server errors, if another one was stored since the first', async () => {
  for (const [others, errors, isGivenUp] of [
    [[milk], [500, 502], false],
    [[milk], [500, 502, 500], true],
    [[milk], [undefined, undefined, undefined], false],
    [[], Array(6).fill(500), false],
  ] as [(typeof bread)[], (number | undefined)[], boolean][]) {
    const outbox = await outboxOf([bread, ...others])
    const taken = take(outbox, others.length + 1)
    for (const [at, error] of errors.entries()) {
      for (const outgoing of at === 0 ? taken.splice(-1) : take(outbox, 1))
        outbox.markDoubtful(outgoing, error)
      for (const outgoing of taken.splice(0)) outbox.markAccepted(outgoing, { noteId: '1' })
      await outbox.compare([{ _id: '1', ...milk }])
    }
    expect(outbox.has('queued'), String(errors)).toBe(!isGivenUp)
    const { failed } = outbox.getResults()
    expect(failed).toEqual(isGivenUp ? [{ text: bread, reason: 'El servidor la rechazó (error 500).' }] : [])
  }
})

test('a doubtful note is not taken for one that was there before, or for one that is stored', async () => {
  const outbox = await outboxOf([bread, bread, bread], [{ _id: '1', ...bread }])
  const [first, second] = take(outbox, 2) as [Outgoing, Outgoing]
  outbox.markAccepted(first, { noteId: '2' })
  outbox.markDoubtful(second)
  expect(await outbox.compare(['1', '2'].map((_id) => ({ _id, ...bread })))).toEqual([])
  expect(outbox.getResults()).toMatchObject({ alreadyThere: 1, imported: 1, createdIds: ['2'] })
  expect(outbox.getResults().notSent).toEqual([bread])
})

test('a note stored without an id takes it from the list, also with other line ends', async () => {
  const outbox = await outboxOf([{ title: '', content: 'a\r\nb' }])
  for (const outgoing of take(outbox, 1)) outbox.markAccepted(outgoing, { noteId: undefined })
  expect(outbox.getResults()).toMatchObject({ imported: 1, createdIds: [] })
  expect(await outbox.compare([{ _id: '1', title: '', content: 'a\nb' }])).toEqual([])
  expect(outbox.getResults()).toMatchObject({ imported: 1, createdIds: ['1'] })
})

test('a stored note that another device has changed is imported, and one that it has written stays', async () => {
  const outbox = await outboxOf([bread])
  for (const outgoing of take(outbox, 1)) outbox.markAccepted(outgoing, { noteId: '1' })
  const other = { _id: '2', ...milk }
  expect(await outbox.compare([{ _id: '1', ...bread }, other])).toEqual([])
  expect(await outbox.compare([{ _id: '1', ...milk }, other])).toEqual([])
  expect(outbox.getResults()).toMatchObject({ imported: 1, failed: [], createdIds: ['1'] })
})

test('of three copies the one with the lowest id stays', async () => {
  const outbox = await outboxOf([bread, milk])
  const [milkToSend, breadToSend] = take(outbox, 2) as [Outgoing, Outgoing]
  outbox.markAccepted(milkToSend, { noteId: '4' })
  outbox.markAccepted(breadToSend, { noteId: '2' })
  const list = ['1', '2', '3'].map((_id) => ({ _id, ...bread }))
  expect((await outbox.compare([...list, { _id: '4', ...milk }])).sort()).toEqual(['2', '3'])
  expect(outbox.getResults().createdIds.sort()).toEqual(['1', '4'])
})

test('a note is given up alone only after six server errors, though others were stored before', async () => {
  const outbox = await outboxOf([bread, milk])
  const [before, failing] = take(outbox, 2) as [Outgoing, Outgoing]
  outbox.markAccepted(before, { noteId: '1' })
  for (let errors = 1; errors <= 6; errors++) {
    outbox.markDoubtful(failing, 500)
    await outbox.compare([{ _id: '1', ...milk }])
    expect(failing.state, `after ${errors} errors`).toBe(errors < 6 ? 'queued' : 'failed')
    take(outbox, 1)
  }
})

for (const [name, own] of [
  ['deleted', []],
  ['changed', [{ _id: '5', ...bread, content: 'Pan y sal' }]],
] as const)
  test(`an equal note is no copy of one that was ${name} since`, async () => {
    const outbox = await outboxOf([bread])
    for (const outgoing of take(outbox, 1)) outbox.markAccepted(outgoing, { noteId: '5' })
    expect(await outbox.compare([{ _id: '5', ...bread }])).toEqual([])
    expect(await outbox.compare([...own, { _id: '7', ...bread }])).toEqual([])
  })

test('a copy whose removal failed is found again', async () => {
  const outbox = await outboxOf([bread])
  for (const outgoing of take(outbox, 1)) outbox.markAccepted(outgoing, { noteId: '1' })
  const list = ['1', '2'].map((_id) => ({ _id, ...bread }))
  expect(await outbox.compare(list)).toEqual(['2'])
  expect(await outbox.compare(list)).toEqual(['2'])
})

test('a key that finds the note of a lost answer, edited since, is not that of another one', async () => {
  const outbox = await outboxOf([bread, milk], [{ _id: '0', ...bread, content: 'Otro' }])
  const [lost, accepted] = take(outbox, 2) as [Outgoing, Outgoing]
  outbox.markDoubtful(lost)
  outbox.markAccepted(accepted, { noteId: '2' })
  await outbox.compare([
    { _id: '1', ...bread, content: 'Pan y sal' },
    { _id: '2', ...milk },
  ])
  expect(['0', '1', '2', undefined].map(outbox.isOfAnother)).toEqual([true, false, true, false])
})

test('50,000 copies, and the notes of 50,000 keys, are found in linear time', async () => {
  const texts = Array.from({ length: 50_000 }, (_, at) => ({ title: String(at), content: '' }))
  const outbox = await outboxOf(texts)
  for (const outgoing of take(outbox, texts.length))
    outbox.markAccepted(outgoing, { noteId: `a${outgoing.text.title}` })
  const listed = ['a', 'b'].flatMap((first) => texts.map((text) => ({ _id: first + text.title, ...text })))
  const since = performance.now()
  expect(await outbox.compare(listed)).toHaveLength(texts.length)
  expect(texts.filter(({ title }) => outbox.isOfAnother(`c${title}`))).toEqual([])
  expect(performance.now() - since).toBeLessThan(5_000)
})

test('what a list still shows is not deleted', async () => {
  const outbox = await outboxOf([bread, milk])
  for (const [at, outgoing] of take(outbox, 2).entries())
    outbox.markAccepted(outgoing, { noteId: String(at) })
  for (const note of outbox.getCreated()) note.state = 'deleted'
  expect(outbox.takeBackListed([{ _id: '1', ...milk }])).toBe(true)
  expect(outbox.getResults()).toMatchObject({ deleted: 1, createdIds: ['1'] })
  expect(outbox.takeBackListed([])).toBe(false)
  expect(outbox.markGone([{ _id: '1', ...milk }])).toBe(false)
  expect(outbox.markGone([])).toBe(true)
  expect(outbox.getResults()).toMatchObject({ deleted: 2, createdIds: [] })
})
