import { listTitles } from '../../support/api-client'
import { fillDatabase } from '../../support/browser-database'
import {
  expectCards,
  expectFields,
  expectNoText,
  expectText,
  save,
  signIn,
  write,
} from '../../support/engines/actions'
import { engineTest } from '../../support/engines/fixtures'
import { expect } from '../../support/fixtures'
import { isDelete, isRestore } from '../../support/write-fixtures'

const ALL = { tag: '@all-browsers' }

engineTest(
  'a delete and a restore whose responses are lost end well',
  ALL,
  async ({ tab, network, user }) => {
    for (const title of ['Uno', 'Dos', 'Tres']) await user.addNote(title)
    await signIn(tab, user)
    network.failFirst(isDelete, 'lose the response')
    await tab.press('button', 'Eliminar nota: Dos')
    await tab.pressInDialog('Eliminar')
    await expect.poll(() => tab.evaluate(() => document.querySelector('dialog') === null)).toBe(true)
    await expectCards(tab, ['Tres', 'Dos', 'Uno'])
    await tab.reload()
    await expectCards(tab, ['Tres', 'Uno'])
    network.failFirst(isRestore, 'lose the response')
    await tab.press('button', 'Deshacer')
    await expectCards(tab, ['Dos', 'Tres', 'Uno'])
    await expectNoText(tab, 'Nota eliminada.')
    expect(await listTitles(user)).toEqual(['Dos', 'Tres', 'Uno'])
  },
)

engineTest(
  'a browser that refuses to store a draft says so, and the note is saved all the same',
  ALL,
  async ({ tab, user }) => {
    await user.addNote('Plantas', 'Riego')
    await signIn(tab, user)
    await expectCards(tab, ['Plantas'])
    await tab.evaluate(fillDatabase)
    await tab.press('link', 'Editar nota: Plantas')
    await expectFields(tab, { title: 'Plantas', content: 'Riego' })
    await write(tab, { content: ' los martes' })
    await expectText(tab, 'Este navegador no puede guardar borradores: guarda la nota antes de salir.')
    await save(tab)
    await expectText(tab, 'Riego los martes')
  },
)
