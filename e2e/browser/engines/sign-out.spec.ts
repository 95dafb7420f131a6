import { readAllStorage } from '../../support/browser-storage'
import { expectDrafts } from '../../support/drafts'
import { expectCards, expectPath, expectText, signIn, write } from '../../support/engines/actions'
import { engineTest } from '../../support/engines/fixtures'
import { expect } from '../../support/fixtures'

engineTest(
  'signing out leaves nothing in the browser, and the other tab notices',
  { tag: '@plain-http' },
  async ({ tab, user }) => {
    await user.addNote('Plantas secretas', 'Riego')
    await signIn(tab, user)
    await expectCards(tab, ['Plantas secretas'])
    const other = await tab.newTab()
    await other.open('/notas')
    await expectCards(other, ['Plantas secretas'])
    await other.press('button', 'Cerrar sesión')
    await expectPath(other, '/')
    await expectText(tab, 'Tu sesión ha terminado.')
    await expect.poll(() => readAllStorage(other)).not.toContain('secretas')
    await other.back()
    await expectText(other, 'Tu sesión ha terminado.')
  },
)

engineTest(
  'signing out asks where something typed is unsaved',
  { tag: '@all-browsers' },
  async ({ tab, user }) => {
    await signIn(tab, user)
    await expectText(tab, 'Create your note!')
    await tab.press('link', 'Crear nota')
    await write(tab, { content: 'pan' })
    await expectDrafts(tab, ['pan'])
    await tab.press('link', 'Volver')
    await expectText(tab, 'Nota nueva sin guardar: «pan»')
    await tab.press('button', 'Cerrar sesión')
    await tab.pressInDialog('Cancelar')
    await tab.press('button', 'Cerrar sesión')
    await tab.pressInDialog('Cerrar sesión')
    await expectPath(tab, '/')
    await expectDrafts(tab, [])
  },
)
