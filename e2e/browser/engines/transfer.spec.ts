import { installServiceWorker } from '../../support/browser-storage'
import { expectText, signIn } from '../../support/engines/actions'
import { engineTest } from '../../support/engines/fixtures'
import { takeoutOf } from '../../support/transfer/choose-files'

engineTest(
  'a Takeout is imported, and notes are downloaded, where there is a service worker with it in control',
  { tag: '@plain-http' },
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
