import { setTimeout } from 'node:timers/promises'
import type { Bench } from '../in-page/main'
import { add } from '../measures'
import type { Visit } from '../step'
import { interact } from './interact'

declare const bench: Bench

export async function openNoteAndGoBack({ page, notes, samples }: Visit): Promise<void> {
  await setTimeout(500)
  const card = await page.evaluate(() => {
    const article = bench.articleInTheMiddle()
    const box = article?.getBoundingClientRect()
    return article && box && { id: bench.idOf(article), x: box.x + 20, y: box.y + 20, scrollY }
  })
  const note = notes.find(({ _id }) => _id === card?.id)
  if (!card || !note) throw new Error('There is no card in the middle of the screen.')

  await page.mouse.move(card.x, card.y)
  await setTimeout(300)
  const { painted } = await interact(
    page,
    'click',
    { editor: ['editor'], note: ['noteInEditor', note.title] },
    () => page.mouse.click(card.x, card.y),
  )
  add(samples, 'click → editor painted', painted.editor)
  add(samples, 'click → note in editor painted', painted.note)
  await setTimeout(500)

  const secondResponse = page.waitForResponse((response) => response.url().endsWith('/api/notes'))
  const { since, list } = await page.evaluate(async () => {
    const since = performance.now()
    history.back()
    const { list } = await bench.paintTimes({ list: ['cardsInView'] }, since)
    return { since, list }
  })
  await (await secondResponse).finished()
  const { longestTask } = await page.evaluate((since) => bench.settled(since), since)
  add(samples, 'back → list painted', list ?? NaN)
  add(samples, 'back: list moved by', Math.abs((await page.evaluate(() => scrollY)) - card.scrollY))
  add(samples, 'back: longest task', longestTask)
}
