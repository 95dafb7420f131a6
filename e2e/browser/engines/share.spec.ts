import { installServiceWorker } from '../../support/browser-storage'
import { expectDrafts } from '../../support/drafts'
import {
  expectFields,
  expectPath,
  expectText,
  save,
  signIn,
  submitLogin,
} from '../../support/engines/actions'
import { engineTest } from '../../support/engines/fixtures'
import type { Tab } from '../../support/engines/tab'
import { BASE, expect } from '../../support/fixtures'

/** Sends what the operating system sends for the manifest's `share_target`. */
function share(tab: Tab, fields: Record<string, string>): Promise<void> {
  return tab.evaluate(
    ({ fields, base }) => {
      const form = document.createElement('form')
      form.method = 'post'
      form.enctype = 'multipart/form-data'
      form.action = `${base}/create-note/`
      for (const [name, value] of Object.entries(fields)) {
        const field = form.appendChild(document.createElement('textarea'))
        field.name = name
        field.value = value
      }
      document.body.append(form)
      form.submit()
    },
    { fields, base: BASE },
  )
}

engineTest(
  'shared text and links become a draft of a new note, without a network too',
  async ({ tab, network, user }) => {
    await signIn(tab, user)
    await installServiceWorker(tab)
    network.cut()
    await share(tab, { title: 'Una receta', text: 'Tortilla de patatas', url: 'https://recetas.example/1' })
    await expectPath(tab, '/create-note')
    await expectFields(tab, {
      title: 'Una receta',
      content: 'Tortilla de patatas\nhttps://recetas.example/1',
    })
    await expectDrafts(tab, ['Tortilla de patatas\nhttps://recetas.example/1'])
    expect(await tab.evaluate(() => location.href)).not.toContain('Tortilla')
    network.restore()
    await save(tab)
    await expectText(tab, 'Una receta')
    await expectDrafts(tab, [])
  },
)

engineTest(
  'what is shared without a session waits for the next one',
  { tag: '@all-browsers' },
  async ({ tab, user }) => {
    await signIn(tab, user)
    await installServiceWorker(tab)
    await tab.press('button', 'Cerrar sesión')
    await expectPath(tab, '/')
    await share(tab, { text: 'Pan https://pan.example', url: 'https://pan.example' })
    await expectPath(tab, '/create-note')
    await expectFields(tab, { title: '', content: '' })
    await tab.open('/')
    await submitLogin(tab, user)
    await expectPath(tab, '/notas')
    await tab.press('link', 'Crear nota')
    await expectFields(tab, { title: '', content: 'Pan https://pan.example' })
  },
)
