import { logIn, notesStatus } from '../../support/api-client'
import { installServiceWorker } from '../../support/browser-storage'
import { expectText, signIn } from '../../support/engines/actions'
import { engineTest } from '../../support/engines/fixtures'
import { expect } from '../../support/fixtures'
import { takeoutOf } from '../../support/transfer/choose-files'

engineTest(
  'the trash gives a note back, another session is ended, and the password is changed with the one in use',
  { tag: '@all-browsers' },
  async ({ tab, host, user }) => {
    await user.call('DELETE', `/api/notes/${await user.addNote('Plantas')}`)
    const other = await logIn(host, user)
    await signIn(tab, user)
    await tab.open('/cuenta')
    await tab.press('button', 'Ver papelera')
    await tab.press('button', 'Restaurar nota: Plantas')
    await expect.poll(user.listNotes).toMatchObject([{ title: 'Plantas' }])
    await tab.press('button', 'Ver sesiones')
    await tab.press('button', 'Cerrar las demás')
    await tab.type('Contraseña', user.password)
    await tab.pressInDialog('Cerrar las demás')
    await expect.poll(() => notesStatus(host, other)).toBe(401)

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

engineTest(
  'a Takeout is imported, and notes are downloaded, where there is a service worker with it in control',
  { tag: ['@plain-http', '@demo'] },
  async ({ tab, user, isSecure }) => {
    await signIn(tab, user)
    if (isSecure) await installServiceWorker(tab)
    await tab.reload()
    await tab.press('link', 'Importar notas')
    await expectText(tab, 'Importar una carpeta')
    const { name, content } = takeoutOf(['Uno', 'Dos', 'Tres'])
    await tab.evaluate(
      ([fileName, base64]) => {
        const file = new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], fileName)
        const chosen = new DataTransfer()
        chosen.items.add(file)
        const input = document.querySelector('input[type=file]') as HTMLInputElement
        input.files = chosen.files
        input.dispatchEvent(new Event('change', { bubbles: true }))
      },
      [name, Buffer.from(content).toString('base64')] as [string, string],
    )
    await expectText(tab, 'Se importarán 3 notas.')
    await tab.press('button', 'Importar')
    await expectText(tab, 'Se han importado 3 notas.')
    await tab.press('link', 'Ver notas')
    // Notes are sent at the same time, and may arrive in another order.
    for (const title of ['Uno', 'Dos', 'Tres']) await expectText(tab, title)
    await tab.press('link', 'Cuenta')
    await tab.press('button', 'Descargar notas')
    await expectText(tab, 'Se han descargado 3 notas.')
  },
)
