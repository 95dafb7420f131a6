import { expectFields, signIn } from '../../support/engines/actions'
import type { Tab } from '../../support/engines/engine'
import { engineTest } from '../../support/engines/fixtures'
import { expect } from '../../support/fixtures'

const LINES = Array.from({ length: 120 }, (_, at) => `Línea ${at}`).join('\n')

/** Heights of the field, of its text and of the page, in CSS pixels. */
function heights(tab: Tab): Promise<{ field: number; text: number; page: number }> {
  return tab.evaluate(() => {
    const field = document.querySelector('textarea')
    return {
      field: field?.clientHeight ?? 0,
      text: field?.scrollHeight ?? 0,
      page: document.documentElement.scrollHeight,
    }
  })
}

engineTest(
  'a long note scrolls with the page, not in its field, and shrinks again',
  async ({ tab, user }) => {
    const id = await user.addNote('Larga', LINES)
    await signIn(tab, user)
    await tab.open(`/note-editor/${id}`)
    await expectFields(tab, { title: 'Larga', content: LINES })
    await expect.poll(async () => (await heights(tab)).field).toBeGreaterThan(2000)
    const long = await heights(tab)
    expect(long.text).toBe(long.field)
    expect(long.page).toBeGreaterThan(long.field)
    await tab.evaluate(() => {
      const field = document.querySelector('textarea')
      if (field) field.value = 'Corta'
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await expect.poll(async () => (await heights(tab)).page).toBeLessThan(1000)
  },
)
