import { setTimeout } from 'node:timers/promises'
import type { Bench } from '../in-page/main'
import { add } from '../measures'
import type { Visit } from '../visit'
import { watchPress } from './press'

declare const bench: Bench

export async function openNoteAndComeBack({ page, notes, samples }: Visit): Promise<void> {
  await setTimeout(500)
  const from = await page.evaluate(() => {
    const article = bench.articleInTheMiddle()
    const box = article?.getBoundingClientRect()
    return article && box && { id: bench.idOf(article), x: box.x + 20, y: box.y + 20, scrollY }
  })
  const note = notes.find(({ _id }) => _id === from?.id)
  if (!from || !note) throw new Error('There is no card in the middle of the screen.')

  await page.mouse.move(from.x, from.y)
  await setTimeout(300)
  const { painted } = await watchPress(
    page,
    'click',
    { editor: ['editor'], note: ['noteInEditor', note.title] },
    () => page.mouse.click(from.x, from.y),
  )
  add(samples, 'press → editor painted', painted.editor)
  add(samples, 'press → note in editor painted', painted.note)
  await setTimeout(500)

  const loadedAgain = page.waitForResponse((response) => response.url().endsWith('/api/notes'))
  const { since, list } = await page.evaluate(async () => {
    const since = performance.now()
    history.back()
    const { list } = await bench.paintings({ list: ['cardsInView'] }, since)
    return { since, list }
  })
  await (await loadedAgain).finished()
  const { longestTask } = await page.evaluate((since) => bench.calm(since), since)
  add(samples, 'back → list painted', list ?? NaN)
  add(samples, 'back: list moved by', Math.abs((await page.evaluate(() => scrollY)) - from.scrollY))
  add(samples, 'back: longest task', longestTask)
}
