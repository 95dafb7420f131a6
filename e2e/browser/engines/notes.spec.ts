import {
  expectCards,
  expectFields,
  expectNoText,
  expectPath,
  expectText,
  save,
  signIn,
  submitLogin,
  write,
} from '../../support/engines/actions'
import type { Tab } from '../../support/engines/engine'
import { engineTest } from '../../support/engines/fixtures'
import { expect } from '../../support/fixtures'

engineTest(
  'a person registers, logs in, at first with both fields wrong, writes a first note, edits it, deletes it and takes that back',
  { tag: ['@plain-http', '@demo'] },
  async ({ tab }) => {
    const email = `ana-${Date.now()}@example.com`
    await tab.open('/register')
    await tab.type('Username', 'Ana')
    await tab.type('Email', email)
    await tab.type('Password', 'una clave')
    await tab.press('button', 'Sign up')
    await tab.acceptAlert()
    await expectPath(tab, '/')
    await expectText(tab, 'Forgot password?')
    await tab.press('button', 'Log in')
    await expect.poll(() => focusedName(tab)).toBe('email')
    expect(await tab.evaluate(() => document.querySelectorAll('[aria-invalid=true]').length)).toBe(2)
    await submitLogin(tab, { email, password: 'una clave' })
    await expectText(tab, 'Create your note!')

    await tab.press('link', 'Crear nota')
    await write(tab, { title: 'Compra', content: 'pan' })
    await save(tab)
    await expectCards(tab, ['Compra'])
    await tab.press('link', 'Editar nota: Compra')
    await expectFields(tab, { title: 'Compra', content: 'pan' })
    await write(tab, { content: ' y leche' })
    await save(tab)
    await expectText(tab, 'pan y leche')

    await tab.press('button', 'Eliminar nota: Compra')
    await tab.pressInDialog('Eliminar')
    await expectText(tab, 'Create your note!')
    await tab.press('button', 'Deshacer')
    await expectCards(tab, ['Compra'])
    await expectNoText(tab, 'Nota eliminada.')
    await tab.reload()
    await expectText(tab, 'pan y leche')
  },
)

engineTest(
  'cards take eight colours in order and show 50 characters, and "/" opens the search, which ignores accents',
  { tag: ['@all-browsers', '@demo'] },
  async ({ tab, user }) => {
    const family = '👨‍👩‍👧‍👦'
    const titles = ['Familias', 'Anos', 'Canción', 'Años', '5', '6', '7', '8', 'Novena']
    for (const title of titles.toReversed())
      await user.addNote(title, title === 'Familias' ? family.repeat(51) : '')
    await signIn(tab, user)
    await expectCards(tab, titles)
    const colors = await tab.evaluate(() =>
      Array.from(document.querySelectorAll('article'), (card) => getComputedStyle(card).backgroundColor),
    )
    expect(new Set(colors).size).toBe(8)
    expect(colors[8]).toBe(colors[0])
    await expectText(tab, `${family.repeat(50)}...`)

    await tab.key('/')
    const query = () =>
      tab.evaluate(() => document.querySelector<HTMLInputElement>('[type=search]:focus')?.value)
    await expect.poll(query).toBe('')
    for (const key of 'cancion') await tab.key(key)
    await expectCards(tab, ['Canción'])
    await tab.key('Escape')
    await expectCards(tab, titles)
    await tab.key('/')
    await tab.type('Buscar notas', 'años')
    await expectCards(tab, ['Años'])
  },
)

engineTest(
  'a note is written and saved with the keyboard alone',
  { tag: ['@all-browsers', '@demo'] },
  async ({ tab, user }) => {
    await signIn(tab, user)
    await expectText(tab, 'Create your note!')
    await tab.key('n')
    await expectFields(tab, { title: '', content: '' })
    await expect.poll(() => focusedName(tab)).toBe('title')
    for (const key of ['S', 'o', 'l', 'Enter', 'a', 'b']) await tab.key(key)
    await expectFields(tab, { title: 'Sol', content: 'ab' })
    await tab.key('Control+Enter')
    await expect.poll(() => focusedText(tab)).toBe('Guardar')
    await tab.key('Enter')
    await expectCards(tab, ['Sol'])
    await expect.poll(() => tab.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  },
)

function focusedName(tab: Tab): Promise<string | null | undefined> {
  return tab.evaluate(() => document.activeElement?.getAttribute('name'))
}

function focusedText(tab: Tab): Promise<string | null | undefined> {
  return tab.evaluate(() => document.querySelector('dialog :focus')?.textContent)
}

engineTest(
  'what another device has changed is merged, whatever its line ends, or asked about',
  { tag: ['@all-browsers', '@plain-http', '@demo'] },
  async ({ tab, user }) => {
    const id = await user.addNote('Compra')
    await signIn(tab, user)
    for (const end of ['\r\n', '\n']) {
      await user.changeNote(id, 'Compra', ['pan', 'leche', 'vino'].join(end))
      await tab.press('link', 'Editar nota: Compra')
      await expectFields(tab, { title: 'Compra', content: 'pan\nleche\nvino' })
      await user.changeNote(id, 'Compra', ['pan integral', 'leche', 'vino'].join(end))
      await write(tab, { content: ' tinto' })
      await save(tab)
      await expectCards(tab, ['Compra'])
      const [note] = await user.listNotes()
      expect(note?.content.split(/\r?\n/)).toEqual(['pan integral', 'leche', 'vino tinto'])
    }
    expect((await user.listNotes())[0]?.content).toBe('pan integral\nleche\nvino tinto')

    await tab.press('link', 'Editar nota: Compra')
    await expectFields(tab, { title: 'Compra', content: 'pan integral\nleche\nvino tinto' })
    await user.changeNote(id, 'Compra', 'pan integral\nleche\nvino blanco')
    await write(tab, { content: ' de Rioja' })
    await save(tab)
    await expectText(tab, 'blanco')
    await tab.pressInDialog('Editar las dos juntas')
    await expectFields(tab, {
      title: 'Compra',
      content: `pan integral\nleche\n— Mi versión —\nvino tinto de Rioja\n— La otra versión —\nvino blanco\n— Fin —`,
    })
  },
)
