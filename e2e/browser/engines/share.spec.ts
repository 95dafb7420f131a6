import { installServiceWorker } from '../../support/browser-storage'
import { expectDrafts } from '../../support/drafts'
import {
  expectFields,
  expectNoText,
  expectPath,
  expectText,
  save,
  signIn,
  submitLogin,
  write,
} from '../../support/engines/actions'
import { engineTest } from '../../support/engines/fixtures'
import { createUser, expect } from '../../support/fixtures'
import { expectSharedOwner, expectWaiting, share } from '../../support/shared'

const EMPTY = { title: '', content: '' }
const RECIPE = { title: 'Una receta', content: 'Tortilla de patatas\nhttps://recetas.example/1' }

engineTest(
  'a shared text is offered, and used without a network; what stood in the form stays a draft',
  { tag: '@demo' },
  async ({ tab, network, user }) => {
    await signIn(tab, user)
    await installServiceWorker(tab)
    await expectSharedOwner(tab, user.email)
    network.cut()
    await share(tab, { title: 'Una receta', text: 'Tortilla de patatas', url: 'https://recetas.example/1' })
    await expectText(tab, 'Una receta Tortilla de patatas https://recetas.example/1')
    await expectText(tab, 'Otra aplicación o página ha compartido un texto:')
    await expectPath(tab, '/create-note')
    await expectFields(tab, EMPTY)
    expect(await tab.evaluate(() => location.href)).not.toContain('Tortilla')
    await expectDrafts(tab, [])
    await write(tab, { content: 'Pan' })
    await expectDrafts(tab, ['Pan'])

    await tab.press('button', 'Usar')
    await expectFields(tab, RECIPE)
    await expectDrafts(tab, ['Pan', RECIPE.content])
    await expectWaiting(tab, [])
    await expectNoText(tab, 'Otra aplicación o página')
    await tab.press('button', 'Recuperar')
    await expectFields(tab, { title: '', content: 'Pan' })
    await tab.press('button', 'Recuperar')
    await expectFields(tab, RECIPE)
    network.restore()
    await save(tab)
    await expectText(tab, 'Una receta')
    await expectDrafts(tab, ['Pan'])
  },
)

engineTest(
  'what is shared without a session is said to wait, and offered without its text to the next login',
  { tag: ['@all-browsers', '@demo'] },
  async ({ tab, user }) => {
    await signIn(tab, user)
    await installServiceWorker(tab)
    await tab.press('button', 'Cerrar sesión')
    await expectPath(tab, '/')
    await expectSharedOwner(tab, null)
    await share(tab, { text: 'Pan https://pan.example', url: 'https://pan.example' })
    await expectText(
      tab,
      'Otra aplicación o página ha compartido un texto. Inicia sesión antes de diez minutos y crea una nota para usarlo.',
    )
    await expectFields(tab, EMPTY)
    await expectNoText(tab, 'Pan')
    await tab.press('link', 'Log in')
    await expectPath(tab, '/')
    await submitLogin(tab, user)
    await expectPath(tab, '/notas')
    await tab.press('link', 'Crear nota')
    await expectText(tab, 'Otra aplicación o página ha compartido un texto.')
    await expectFields(tab, EMPTY)
    await expectNoText(tab, 'Pan')
    await tab.press('button', 'Usar')
    await expectFields(tab, { title: '', content: 'Pan https://pan.example' })
    await expectWaiting(tab, [])
  },
)

engineTest(
  'a text belongs to who was signed in when it came, until that user signs out',
  { tag: ['@all-browsers', '@demo'] },
  async ({ tab, host, user }) => {
    const next = await createUser(host)
    await signIn(tab, user)
    await installServiceWorker(tab)
    await expectSharedOwner(tab, user.email)
    await share(tab, { text: 'Regalo para Berta' })
    await expectText(tab, 'Regalo para Berta')

    await signIn(tab, next)
    await expectSharedOwner(tab, next.email)
    await tab.press('link', 'Crear nota')
    await expectFields(tab, EMPTY)
    await share(tab, { text: 'Mío' })
    await expectText(tab, 'Mío')
    await expectNoText(tab, 'Regalo')
    await tab.press('button', 'Descartar')
    await expectNoText(tab, 'Otra aplicación o página')
    await expectWaiting(tab, ['Regalo para Berta'])

    await signIn(tab, user)
    await expectSharedOwner(tab, user.email)
    await tab.press('link', 'Crear nota')
    await expectText(tab, 'Regalo para Berta')
    await tab.press('link', 'Volver')
    await tab.press('button', 'Cerrar sesión')
    await tab.pressInDialog('Cerrar sesión')
    await expectPath(tab, '/')
    await expectWaiting(tab, [])
  },
)

engineTest(
  'what the release before has left is offered, and goes with a sign-out',
  { tag: ['@all-browsers', '@demo'] },
  async ({ tab, user }) => {
    await signIn(tab, user)
    await expectSharedOwner(tab, user.email)
    await tab.evaluate(async () => {
      const { href } = document.querySelector('link[rel=manifest]') as HTMLLinkElement
      const text = { title: '', content: 'De antes' }
      const cache = await caches.open('notas-shared')
      await cache.put(new URL(`shared/${Date.now()}`, href), Response.json(text))
    })
    await tab.press('link', 'Crear nota')
    await expectText(tab, 'Otra aplicación o página ha compartido un texto.')
    await expectNoText(tab, 'De antes')
    await tab.open('/notas')
    await tab.press('button', 'Cerrar sesión')
    await tab.pressInDialog('Cerrar sesión')
    await expectPath(tab, '/')
    await expectWaiting(tab, [])
  },
)
