import { expectFields, signIn } from '../../support/engines/actions'
import type { Tab } from '../../support/engines/engine'
import { engineTest } from '../../support/engines/fixtures'
import { expect } from '../../support/fixtures'

const CONTENT = 'Escribe tu contenido aquí...'

/** Text that is shown in one field; `PIECES` is shown in several. */
const LINES = Array.from({ length: 120 }, (_, at) => `Línea ${at}`).join('\n')
const PIECES = 'línea\n'.repeat(4500)

/** Text of the content with the selection in it: `|` is the caret. */
function content(tab: Tab): Promise<string> {
  return tab.evaluate(() => {
    const field = document.querySelector('textarea')
    if (!field) return ''
    const { value, selectionStart, selectionEnd } = field
    const selected = value.slice(selectionStart, selectionEnd)
    return `${value.slice(0, selectionStart)}|${selected}${selected && '|'}${value.slice(selectionEnd)}`
  })
}

function select(tab: Tab, [start, end]: [number, number]): Promise<void> {
  return tab.evaluate(
    ([from, to]) => {
      document.querySelector('textarea')?.focus()
      document.querySelector('textarea')?.setSelectionRange(from as number, to as number)
    },
    [start, end],
  )
}

const button = (tab: Tab) =>
  tab.evaluate(() => document.querySelector('[aria-keyshortcuts="Control+Space"]')?.ariaLabel ?? null)

/** Waits until the code that handles lists has come. */
async function startList(tab: Tab, text: string): Promise<void> {
  await tab.type(CONTENT, '- [ ] ')
  await expect.poll(() => button(tab)).toBe('Marcar la casilla')
  await select(tab, [0, 6])
  await tab.key('Delete')
  await tab.type(CONTENT, text)
}

engineTest(
  'Enter continues and ends a list, which Ctrl+Z takes back, and is plain elsewhere',
  { tag: '@demo' },
  async ({ tab, user, engine }) => {
    await signIn(tab, user)
    await tab.open('/create-note')
    await startList(tab, '- pan')
    await tab.key('Enter')
    expect(await content(tab)).toBe('- pan\n- |')
    await tab.type(CONTENT, 'leche')
    await tab.key('Enter')
    await tab.key('Enter')
    await tab.type(CONTENT, '9. uno')
    await tab.key('Enter')
    expect(await content(tab)).toBe('- pan\n- leche\n9. uno\n10. |')
    await tab.key('Enter')
    expect(await content(tab)).toBe('- pan\n- leche\n9. uno\n|')

    // Ctrl+Z of WebKit's driver takes nothing back.
    const undo = () =>
      engine === 'webkit' ? tab.evaluate(() => document.execCommand('undo')) : tab.key('Control+z')
    for (let step = 0; step < 20 && (await content(tab)) !== '|'; step += 1) await undo()
    expect(await content(tab)).toBe('|')

    await tab.type(CONTENT, '- pan')
    await tab.evaluate(() =>
      document
        .querySelector('textarea')
        ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true })),
    )
    expect(await content(tab)).toBe('- pan|')
    await select(tab, [4, 5])
    await tab.key('Enter')
    expect(await content(tab)).toBe('- pa\n|')
    await tab.type('Título de la nota', '- pan')
    await tab.key('Enter')
    expect(await tab.evaluate(() => document.querySelector('input')?.value)).toBe('- pan')
    expect(await tab.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  },
)

engineTest(
  'a box is ticked by its button, which is there in its line alone, and by Ctrl with the space bar',
  { tag: '@demo' },
  async ({ tab, user, engine }) => {
    const id = await user.addNote('Compra', 'Para el lunes\n- [ ] pan\n- [x] leche')
    await signIn(tab, user)
    await tab.open(`/note-editor/${id}`)
    await expect.poll(() => content(tab)).toContain('Para el lunes')
    await select(tab, [0, 0])
    await expect.poll(() => button(tab)).toBe(null)
    await select(tab, [22, 22])
    await expect.poll(() => button(tab)).toBe('Marcar la casilla')
    await tab.press('button', 'Marcar la casilla')
    expect(await content(tab)).toBe('Para el lunes\n- [x] pa|n\n- [x] leche')
    expect(await tab.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
    await expect.poll(() => button(tab)).toBe('Desmarcar la casilla')
    await tab.key('Control+ ')
    expect(await content(tab)).toBe('Para el lunes\n- [ ] pa|n\n- [x] leche')
    if (engine !== 'webkit') {
      await tab.key('Control+z')
      expect((await content(tab)).replaceAll('|', '')).toBe('Para el lunes\n- [x] pan\n- [x] leche')
    }
    await select(tab, [0, 0])
    await expect.poll(() => button(tab)).toBe(null)
  },
)

function textIn(tab: Tab, selector: string): Promise<string | undefined> {
  return tab.evaluate((found) => document.querySelector<HTMLTextAreaElement>(found)?.value, selector)
}

engineTest(
  'Ctrl+Z takes back what was typed at a stretch',
  { tag: '@demo' },
  async ({ tab, user, engine }) => {
    engineTest.skip(engine === 'webkit', "Ctrl+Z of WebKit's driver takes nothing back, in the title either")
    const [short, long] = [await user.addNote('Plantas', 'Riego'), await user.addNote('Larga', PIECES)]
    await signIn(tab, user)
    for (const { id, field, selector, start } of [
      { id: short, field: 'Título de la nota', selector: 'input[name=title]', start: /^Plantas$/ },
      { id: short, field: CONTENT, selector: 'textarea', start: /^Riego$/ },
      { id: long, field: 'Contenido, parte 1', selector: 'textarea', start: /^línea\n/ },
    ]) {
      await tab.open(`/note-editor/${id}`)
      await expect.poll(() => textIn(tab, selector)).toMatch(start)
      const before = await textIn(tab, selector)
      await tab.type(field, ' los martes')
      expect(await textIn(tab, selector)).toBe(`${before} los martes`)
      await tab.key('Control+z')
      expect(await textIn(tab, selector), field).toBe(before)
    }
  },
)

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
  { tag: '@demo' },
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

engineTest(
  'keys right after Enter on ‘Crear nota’ reach the new note, and none is a shortcut',
  { tag: '@demo' },
  async ({ tab, user }) => {
    await signIn(tab, user)
    await tab.evaluate(() => document.querySelector<HTMLElement>('[aria-keyshortcuts=n]')?.focus())
    for (const key of ['Enter', ...'n/a', 'Enter', ...'p?']) await tab.key(key)
    await expectFields(tab, { title: 'n/a', content: 'p?' })
  },
)

engineTest(
  'Enter, as the first key in a new note, leads from the title to the content',
  { tag: '@demo' },
  async ({ tab, user }) => {
    await signIn(tab, user)
    await tab.press('link', 'Crear nota')
    await expectFields(tab, { title: '', content: '' })
    for (const key of ['Enter', 'p']) await tab.key(key)
    await expectFields(tab, { title: '', content: 'p' })
  },
)
