import { expectDrafts } from '../../support/drafts'
import {
  expectCards,
  expectFields,
  expectNoText,
  expectOtherPath,
  expectPath,
  expectText,
  pathOf,
  save,
  signIn,
  submitLogin,
  write,
} from '../../support/engines/actions'
import type { Tab } from '../../support/engines/engine'
import { engineTest } from '../../support/engines/fixtures'
import { createUser, expect } from '../../support/fixtures'

const SECRET = { title: 'Regalo para Berta', content: 'un reloj' }
const EMPTY = { title: '', content: '' }

/** Goes back until the tab is on the screen with this path. */
async function backTo(tab: Tab, path: string): Promise<void> {
  for (let steps = 0; steps < 10; steps++) {
    const before = await pathOf(tab)
    await tab.back()
    await expectOtherPath(tab, before)
    if ((await pathOf(tab)) === path) return
  }
  throw new Error(`${path} is not in the history.`)
}

engineTest(
  'the next user who goes back to the form finds no text of the last user',
  { tag: '@demo' },
  async ({ tab, host, user }) => {
    await signIn(tab, user)
    await tab.open('/create-note')
    await write(tab, SECRET)
    await expectDrafts(tab, [SECRET.content])
    await tab.open('/notas')
    await tab.press('button', 'Cerrar sesión')
    await tab.pressInDialog('Cerrar sesión')
    await expectPath(tab, '/')
    await submitLogin(tab, await createUser(host))
    await expectPath(tab, '/notas')
    await backTo(tab, '/create-note')

    await expectFields(tab, EMPTY)
    await expectNoText(tab, 'Tienes una nota nueva sin guardar.')
    await write(tab, { content: 'Mío' })
    await expectDrafts(tab, ['Mío'])
    await tab.reload()
    await expectFields(tab, EMPTY)
    await expectDrafts(tab, ['Mío'])
    const stored = await tab.evaluate(() => JSON.stringify(localStorage))
    expect(stored).not.toContain(SECRET.content)
  },
)

engineTest(
  'a reloaded form shows the text of the host, and offers what was written as one draft, recovered and saved',
  { tag: ['@all-browsers', '@demo'] },
  async ({ tab, user }) => {
    await signIn(tab, user)
    await tab.open('/create-note')
    await write(tab, { title: 'Compra', content: 'pan y leche' })
    await expectDrafts(tab, ['pan y leche'])
    await tab.reload()

    await expectText(tab, 'Tienes una nota nueva sin guardar.')
    await expectFields(tab, EMPTY)
    await tab.press('button', 'Recuperar')
    await expectFields(tab, { title: 'Compra', content: 'pan y leche' })
    await expectNoText(tab, 'Tienes una nota nueva sin guardar.')
    await save(tab)
    await expectCards(tab, ['Compra'])
    await expectNoText(tab, 'Nota nueva sin guardar')
    await expectDrafts(tab, [])

    const id = await user.addNote('Plantas', 'Riego')
    await tab.open(`/note-editor/${id}`)
    await write(tab, { title: ' del balcón', content: ' los martes' })
    await expectDrafts(tab, ['Riego los martes'])
    await tab.reload()

    await expectText(tab, 'Tienes cambios sin guardar en esta nota.')
    await expectFields(tab, { title: 'Plantas', content: 'Riego' })
    await tab.press('button', 'Recuperar')
    await expectFields(tab, { title: 'Plantas del balcón', content: 'Riego los martes' })
    await expectNoText(tab, 'Tienes cambios sin guardar en esta nota.')
  },
)
