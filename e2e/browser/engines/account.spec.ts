import { call, listNotes, logIn, notesStatus } from '../../support/api-client'
import { expectText, signIn } from '../../support/engines/actions'
import { engineTest } from '../../support/engines/fixtures'
import { expect } from '../../support/fixtures'

engineTest(
  'the trash gives a note back, and another session is ended',
  { tag: '@all-browsers' },
  async ({ tab, host, user }) => {
    await call(host, 'DELETE', `/api/notes/${await user.addNote('Plantas')}`, user)
    const other = await logIn(host, user)
    await signIn(tab, user)
    await tab.open('/cuenta')
    await tab.press('button', 'Ver papelera')
    await tab.press('button', 'Restaurar nota: Plantas')
    const titles = async () => (await listNotes(host, user)).map(({ title }) => title)
    await expect.poll(titles).toEqual(['Plantas'])
    await tab.press('button', 'Ver sesiones')
    await tab.press('button', 'Cerrar las demás')
    await tab.type('Contraseña', user.password)
    await tab.pressInDialog('Cerrar las demás')
    await expect.poll(async () => (await call(host, 'GET', '/api/notes', { token: other })).status).toBe(401)
  },
)

engineTest(
  'the password is changed with the one in use',
  { tag: '@all-browsers' },
  async ({ tab, host, user }) => {
    await signIn(tab, user)
    await tab.open('/cuenta')
    const before: string = await tab.evaluate(() => localStorage.token)
    await tab.type('Contraseña actual', user.password)
    await tab.type('Nueva contraseña', 'otra clave mejor')
    await tab.press('button', 'Cambiar contraseña')
    await expectText(tab, 'Contraseña cambiada. Las demás sesiones se han cerrado.')
    await logIn(host, { ...user, password: 'otra clave mejor' })
    await expect.poll(() => tab.evaluate(() => localStorage.token)).not.toBe(before)
    await expect.poll(() => notesStatus(host, before)).toBe(401)
  },
)
