import type { Page, Route } from '@playwright/test'
import { deleteButton, expectScreen, open, openList, save, saveToList, write } from '../support/actions'
import { content, expectDrafts } from '../support/drafts'
import { expect, signedInTest as test } from '../support/fixtures'

const CODE = '**/_next/static/**/*.js'
const WORKER = '**/turbopack-worker-*.js'
const PAGE = '<!DOCTYPE html><title>Not this</title>'
const SCRIPT = { contentType: 'text/javascript' }

/** Answers, by name, that a static host may give to a request for a script. */
const ANSWERS: Record<string, (route: Route) => Promise<void>> = {
  'no response': (route) => route.abort(),
  '404': (route) => route.fulfill({ status: 404, contentType: 'text/html', body: PAGE }),
  '200 with a page': (route) => route.fulfill({ contentType: 'text/html', body: PAGE }),
  'an empty file': (route) => route.fulfill({ ...SCRIPT, body: '' }),
  'half a file': async (route) => {
    const code = await (await route.fetch()).text()
    await route.fulfill({ ...SCRIPT, body: code.slice(0, code.length / 2) })
  },
}

test.beforeEach(({ expectConsole }) => {
  expectConsole(/Failed to load (resource|chunk)|Failed to fetch RSC|SyntaxError|Refused to execute script/)
})

function notice(page: Page) {
  return page.getByRole('status').filter({
    hasText:
      'No se ha podido cargar lo que hace falta para guardar. Comprueba tu conexión e inténtalo de nuevo.',
  })
}

/** Collects the errors of code that could not be loaded, as the page logs them. */
function collectLoadErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Failed to load chunk'))
      errors.push(message.text())
  })
  return errors
}

test('without the code of the save dialog a sentence says so, the draft stays, and Guardar tries again', async ({
  page,
}) => {
  await open(page, '/create-note')
  const button = page.getByRole('button', { name: 'Guardar' })
  await expect(button).toBeEnabled()
  await page.route(CODE, (route) => route.abort())
  // The code that helps while writing is missing, too.
  const missing = page.waitForEvent('console', (message) => message.text().includes('Failed to load chunk'))
  await write(page, { title: 'Regalos', content: 'Acuarelas' })
  await missing
  const errors = collectLoadErrors(page)
  for (const [at, [name, answer]] of Object.entries(ANSWERS).entries()) {
    // Replaces the answer before. If that were removed first, the code could load in between.
    await page.route(CODE, answer)
    await button.click()
    await expect.poll(() => errors.length, name).toBe(at + 1)
    await expect(notice(page), name).toBeVisible()
  }
  await expectScreen(page, '/create-note')
  await expect(content(page)).toHaveValue('Acuarelas')
  await expectDrafts(page, ['Acuarelas'])

  await page.unroute(CODE)
  await saveToList(page, ['Regalos'])
})

test('without the code of the versions and of the shortcuts a sentence says so', async ({ page, user }) => {
  const id = await user.addNote('Regalos', 'Acuarelas')
  await user.changeNote(id, 'Regalos', 'Pinceles')
  await open(page, `/note-editor/${id}`)
  await expect(content(page)).toHaveValue('Pinceles')
  await page.route(CODE, (route) => route.abort())
  await page.getByRole('button', { name: 'Versiones' }).click()
  const sentence = page.getByText(/^No se ha.*Comprueba tu conexión e inténtalo de nuevo.$/)
  await expect(sentence).toBeVisible()
  await page.unroute(CODE)
  await page.getByRole('button', { name: 'Versiones' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(sentence).toBeHidden()

  await open(page, '/cuenta')
  await expect(page.getByRole('button', { name: 'Ver atajos' })).toBeEnabled()
  await page.route(CODE, (route) => route.abort())
  await page.getByRole('button', { name: 'Ver atajos' }).click()
  await expect(sentence).toBeVisible()
})

test('without the code that reads files, or that of its worker, the connection is named, and not the files', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^(ChunkLoadError|Error: Uncaught)/)
  await open(page, '/cuenta')
  const input = page.getByLabel('Importar notas')
  const files = { name: 'notas.md', mimeType: '', buffer: Buffer.from('Pan') }
  await expect(input).toBeEnabled()
  const failure = page.getByText('No se ha podido hacer. Comprueba tu conexión e inténtalo de nuevo.')
  const unreadable = page.getByText('No se han podido leer los archivos.')
  // The second and third are asked for by the worker alone, since the page has loaded its code by then.
  for (const code of [CODE, WORKER, /static\/chunks\/(?!turbopack-worker)/]) {
    await page.route(code, (route) => route.abort())
    await input.setInputFiles(files)
    await expect(failure, String(code)).toBeVisible()
    await expect(unreadable).toBeHidden()

    await page.unroute(code)
    await input.setInputFiles(files)
    await expect(page.getByText('Se importará 1 nota.')).toBeVisible()
    await page.getByRole('button', { name: 'Cancelar' }).click()
  }

  const body = 'postMessage({ found: 0 }); onmessage = () => { throw Error() }'
  await page.route(WORKER, (route) => route.fulfill({ ...SCRIPT, body }))
  await input.setInputFiles(files)
  await expect(unreadable).toBeVisible()
  await expect(failure).toBeHidden()
})

test('without the code of a merge a sentence says so, and the text stays', async ({
  page,
  user,
  expectConsole,
}) => {
  expectConsole(/412/)
  const id = await user.addNote('Compra', 'Pan')
  await open(page, `/note-editor/${id}`)
  await write(page, { content: 'Pan y leche' })
  await user.changeNote(id, 'Compra', 'Pan integral')
  await page.getByRole('button', { name: 'Guardar' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Deseas guardar los cambios?' })
  await expect(dialog).toBeVisible()
  await page.route(CODE, (route) => route.abort())
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(notice(page)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(content(page)).toHaveValue('Pan y leche')

  await page.unroute(CODE)
  await save(page)
  await expect(page.getByRole('dialog', { name: 'Esta nota ha cambiado en otro sitio' })).toBeVisible()
  await expect(notice(page)).toBeHidden()
})

test('without the code of its dialog a sign-out that would lose a text asks in the browser', async ({
  page,
}) => {
  await open(page, '/create-note')
  await write(page, { content: 'Sin guardar' })
  await expectDrafts(page, ['Sin guardar'])
  await openList(page, [])
  await page.route(CODE, (route) => route.abort())
  for (const isAccepted of [false, true]) {
    const asked = page.waitForEvent('dialog')
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    const dialog = await asked
    expect(dialog.message()).toBe('¿Cerrar sesión y borrar lo que no has guardado?')
    await (isAccepted ? dialog.accept() : dialog.dismiss())
    expect(await page.evaluate(() => localStorage.token !== undefined)).toBe(!isAccepted)
  }
})

test("without the code of 'Forgot password?' a sentence says so, and the next press asks for it again", async ({
  page,
}) => {
  for (const [path, name] of [
    ['/', 'Forgot password?'],
    ['/reset-password', 'Ask for a new link'],
  ] as const) {
    await open(page, path)
    const button = page.getByRole('button', { name })
    await expect(path === '/' ? page.getByRole('button', { name: 'Log in' }) : button).toBeEnabled()
    await page.route(CODE, (route) => route.abort())
    const alert = page.getByRole('alert').filter({
      hasText: 'No se ha podido pedir el enlace. Comprueba tu conexión e inténtalo de nuevo.',
    })
    await button.click()
    await expect(alert).toBeVisible()

    await page.unroute(CODE)
    await button.click()
    await expect(page.getByRole('dialog', { name: '¿Has olvidado tu contraseña?' })).toBeVisible()
    await expect(alert).toBeHidden()
  }
})

test('without its code the delete dialog, or the search, asks for it once at each press', async ({
  page,
  user,
}) => {
  await user.addNote('Plantas')
  await openList(page, ['Plantas'])
  await page.route(CODE, (route) => route.abort())
  const errors = collectLoadErrors(page)
  await deleteButton(page, 'Plantas').click()
  await expect.poll(() => errors.length).toBe(1)
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect.poll(() => errors.length).toBe(2)
  await page.getByPlaceholder('Buscar notas...').pressSequentially('planta')
  await deleteButton(page, 'Plantas').click()
  await expect.poll(() => errors.length).toBe(3)

  await page.unroute(CODE)
  await deleteButton(page, 'Plantas').click()
  await expect(page.getByRole('dialog', { name: '¿Eliminar esta nota?' })).toBeVisible()
  expect(errors).toHaveLength(3)
})
