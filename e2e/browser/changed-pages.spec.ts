import type { Page } from '@playwright/test'
import {
  answerCall,
  card,
  expectCards,
  expectScreen,
  open,
  openWithoutScripts,
  pauseCalls,
  pressDelete,
  save,
  write,
} from '../support/actions'
import { expectDrafts } from '../support/drafts'
import { expect, signedInTest, test } from '../support/fixtures'
import { chooseFiles, takeoutOf } from '../support/transfer/choose-files'
import { keepFile } from '../support/transfer/keep'

/** Changes that extensions and browsers make to a document while its scripts load. Each runs in the page. */
const CHANGES: [name: string, change: () => void][] = [
  [
    'a grammar checker puts an element before each text',
    () => {
      for (const field of document.querySelectorAll('textarea, input'))
        field.before(document.createElement('grammar-extension'))
    },
  ],
  [
    'a password manager puts an icon after each field, and a frame at the end',
    () => {
      for (const field of document.querySelectorAll('input')) {
        field.setAttribute('data-lpignore', 'true')
        field.after(document.createElement('div'))
      }
      document.body.append(document.createElement('password-manager'))
    },
  ],
  [
    'a translation replaces each text',
    () => {
      for (const element of document.querySelectorAll('h1, label, button, a, p'))
        for (const node of element.childNodes)
          if (node instanceof Text) {
            const font = document.createElement('font')
            font.textContent = 'texto'
            node.replaceWith(font)
          }
    },
  ],
  [
    'a blocker removes links and icons',
    () => {
      for (const element of document.querySelectorAll('a, svg')) element.remove()
    },
  ],
]

const FORMS: [path: string, texts: [label: string, text: string][]][] = [
  [
    '/',
    [
      ['Email', 'ana@correo.es'],
      ['Password', 'una clave'],
    ],
  ],
  [
    '/register',
    [
      ['Username', 'Ana'],
      ['Email', 'ana@correo.es'],
      ['Password', 'una clave'],
    ],
  ],
  ['/reset-password#token=abc', [['New password', 'otra clave']]],
]

for (const [name, change] of CHANGES) {
  test(`what was typed before the scripts came stays on every form, with the focus: ${name}`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/Minified React error #418/)
    for (const [path, texts] of FORMS) {
      const loadScripts = await openWithoutScripts(page, path)
      for (const [label, text] of texts) await page.getByLabel(label).fill(text)
      await page.evaluate(change)
      loadScripts()
      await expect(page.getByRole('button', { name: /^(Log in|Sign up|Change password)$/ })).toBeEnabled()
      for (const [label, text] of texts) await expect(page.getByLabel(label)).toHaveValue(text)
      await page.keyboard.type('s')
      const [label, text] = texts.at(-1) ?? []
      await expect(page.getByLabel(String(label))).toHaveValue(`${text}s`)
      await page.unrouteAll()
    }
  })

  signedInTest(
    `a note that was begun before the scripts came stays, and is a draft: ${name}`,
    async ({ page, expectConsole }) => {
      expectConsole(/Minified React error #418/)
      const loadScripts = await openWithoutScripts(page, '/create-note')
      await write(page, { title: 'Idea' })
      await page.getByPlaceholder('Escribe tu contenido aquí...').fill('pan y nueces')
      await page.keyboard.press('Home')
      await page.evaluate(change)
      loadScripts()
      await expectDrafts(page, ['pan y nueces'])
      await page.keyboard.type('n')
      await expectDrafts(page, ['npan y nueces'])
      await expect(page.getByPlaceholder('Título de la nota')).toHaveValue('Idea')
    },
  )
}

const PASSWORDS: (typeof FORMS)[number] = [
  '/cuenta',
  [
    ['Contraseña actual', 'una clave'],
    ['Nueva contraseña', 'otra clave'],
  ],
]

test('before the scripts come no form is sent to the static host', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  for (const [path, texts] of [...FORMS, PASSWORDS]) {
    await openWithoutScripts(page, path)
    for (const [label, text] of texts) await page.getByLabel(label, { exact: true }).fill(text)
    await page.keyboard.press('Enter')
    const button = page.getByRole('button', { name: /^(Log in|Sign up|Change password|Cambiar contraseña)$/ })
    await expect(button).toBeDisabled()
    for (const [label, text] of texts) await expect(page.getByLabel(label, { exact: true })).toHaveValue(text)
    await page.unrouteAll()
  }
  expect(sent).toEqual([])
})

/** Replaces texts as the translation of Chromium does, also those that come later. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isTranslated = (node: Node) => node.parentElement?.closest('font, script, style, textarea')
    function translateIn(root: Node) {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const found: Node[] = []
      while (texts.nextNode()) found.push(texts.currentNode)
      for (const text of found.filter((node) => node.textContent?.trim() && !isTranslated(node))) {
        const font = document.createElement('font')
        font.append(Object.assign(document.createElement('font'), { textContent: text.textContent }))
        ;(text as Text).replaceWith(font)
      }
    }
    translateIn(document.body)
    new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes)
        for (const node of addedNodes) translateIn(node === target ? node : target)
    }).observe(document.body, { childList: true, subtree: true })
  })
}

signedInTest('a page that the browser translates goes on working', async ({ page, user, expectConsole }) => {
  expectConsole(/500/)
  await user.addNote('Uno')
  await user.addNote('Dos')
  await open(page, '/notas')
  await expectCards(page, ['Dos', 'Uno'])
  await translate(page)
  await page.getByRole('button', { name: 'Buscar' }).click()
  await page.getByPlaceholder('Buscar notas...').fill('uno')
  await expectCards(page, ['Uno'])
  await page.getByPlaceholder('Buscar notas...').fill('')
  await pressDelete(page, 'Dos')
  await expect(card(page, 'Dos')).toBeHidden()
  await answerCall(page, '**/api/trash/*/restore', { status: 500 })
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByText('No se ha podido recuperar.')).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(card(page, 'Dos')).toBeVisible()
  await page.getByRole('link', { name: 'Editar nota: Uno' }).click()
  await write(page, { content: 'Pan' })
  await save(page)
  await expectScreen(page, '/notas')
  await expect(card(page, 'Uno')).toContainText('Pan')
  await page.getByRole('link', { name: 'Editar nota: Uno' }).click()
  const answerVersions = await pauseCalls(page, '**/versions')
  await page.getByRole('button', { name: 'Versiones' }).click()
  await expect(page.getByRole('dialog').getByText('Cargando...')).toBeVisible()
  answerVersions()
  await expect(page.getByRole('dialog').getByText('Hay 1 versión')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
  await page.getByRole('link', { name: 'Volver' }).click()
  await page.getByRole('link', { name: 'Cuenta' }).click()
  const trashed = keepFile('Borrada.json', { title: 'Borrada', isTrashed: true })
  await chooseFiles(page, takeoutOf(['Tres']), { name: trashed.path, content: String(trashed.content) })
  await expect(page.getByText('Se importará 1 nota.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'En la papelera' }).check()
  await expect(page.getByText('Se importarán 2 notas.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Ver papelera' }).click()
  await page.getByRole('button', { name: 'Ver sesiones' }).click()
  await page.getByRole('button', { name: 'Ver atajos' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
  await page.getByRole('link', { name: 'Volver' }).click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expectScreen(page, '/')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
})
