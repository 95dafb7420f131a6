import { installServiceWorker } from '../../support/browser-storage'
import { expectCards, expectFields, expectText, save, signIn, write } from '../../support/engines/actions'
import { engineTest } from '../../support/engines/fixtures'
import { expect } from '../../support/fixtures'

engineTest(
  'without a network every screen opens, and notes are written, changed, deleted and restored',
  { tag: '@demo' },
  async ({ tab, network, user }) => {
    await user.addNote('Plantas', 'Riego')
    await signIn(tab, user)
    await installServiceWorker(tab)
    network.cut()
    await tab.reload()
    await expectCards(tab, ['Plantas'])
    await tab.press('link', 'Crear nota')
    await write(tab, { title: 'Compra', content: 'pan' })
    await save(tab)
    await expectCards(tab, ['Compra', 'Plantas'])
    await tab.press('link', 'Editar nota: Plantas')
    await expectFields(tab, { title: 'Plantas', content: 'Riego' })
    await write(tab, { content: ' los martes' })
    await save(tab)
    await expectText(tab, 'Riego los martes')
    await tab.press('button', 'Eliminar nota: Compra')
    await tab.pressInDialog('Eliminar')
    await expectText(tab, 'Nota eliminada.')
    await tab.open('/cuenta')
    await tab.press('button', 'Ver papelera')
    await tab.press('button', 'Restaurar nota: Compra')
    await expect.poll(async () => (await user.listNotes()).length).toBe(2)
    await tab.open('/notas')
    await expectCards(tab, ['Compra', 'Plantas'])
  },
)
