import { signIn } from '../../support/engines/actions'
import type { Tab } from '../../support/engines/engine'
import { engineTest } from '../../support/engines/fixtures'
import { expect } from '../../support/fixtures'

/** So many lines are shown in pieces. */
const LINES = 'línea\n'.repeat(4500)

function textIn(tab: Tab, selector: string): Promise<string | undefined> {
  return tab.evaluate((found) => document.querySelector<HTMLTextAreaElement>(found)?.value, selector)
}

engineTest('Ctrl+Z takes back what was typed at a stretch', async ({ tab, user, engine }) => {
  engineTest.skip(engine === 'webkit', "Ctrl+Z of WebKit's driver takes nothing back, in the title either")
  const [short, long] = [await user.addNote('Plantas', 'Riego'), await user.addNote('Larga', LINES)]
  await signIn(tab, user)
  for (const { id, field, selector, start } of [
    { id: short, field: 'Título de la nota', selector: 'input[name=title]', start: /^Plantas$/ },
    { id: short, field: 'Escribe tu contenido aquí...', selector: 'textarea', start: /^Riego$/ },
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
})
