import type { Page } from '@playwright/test'
import {
  type Answer,
  answerCall,
  collectCalls,
  editLink,
  expectScreen,
  open,
  openList,
  pauseCalls,
  returnToList,
  save,
  saveToList,
  write,
} from '../support/actions'
import { content, draftBanner, expectDrafts, newDraftBanner, recover, title } from '../support/drafts'
import { expect, signedInTest as test } from '../support/fixtures'

const DAY = 24 * 60 * 60 * 1000

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Versiones anteriores' })
const button = (page: Page) => page.getByRole('button', { name: 'Versiones' })

/** Noon, so that no test runs over midnight. */
const NOON = new Date(2026, 10, 23, 12).getTime()

const VERSIONS = [
  { version: 2, title: 'Compra', content: 'Pan\nLeche\nHuevos', savedAt: NOON - DAY },
  { version: 1, title: 'Recados', content: 'Pan', savedAt: NOON - 30 * DAY },
]

async function openNote(
  page: Page,
  user: { addNote: (...text: string[]) => Promise<string> },
): Promise<string> {
  const id = await user.addNote('Compra', 'Pan\nHuevos')
  await page.clock.install({ time: NOON })
  await page.route(`**/api/notes/${id}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'Notas-Versions': 'yes' } })
  })
  await page.route('**/api/notes/*/versions', (route) => route.fulfill({ json: VERSIONS }))
  await open(page, `/note-editor/${id}`)
  await expect(content(page)).toHaveValue('Pan\nHuevos')
  return id
}

test('a version is shown beside the text of the form, and put into it unsaved', async ({ page, user }) => {
  const calls = collectCalls(page)
  await openNote(page, user)
  await write(page, { content: 'Pan\nHuevos\nQueso' })
  calls.length = 0
  await button(page).click()
  const versions = dialog(page).getByRole('listitem').getByRole('button')
  await expect(versions).toHaveText(['ayer, 12:00Pan Leche Huevos', '24 oct 2026, 12:00Pan'])
  await expect(versions.first()).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog(page).getByText('ayer, 12:00').first()).toHaveAttribute(
    'title',
    'domingo, 22 de noviembre de 2026, 12:00',
  )
  await expect(dialog(page).locator('mark')).toHaveText(['Leche'])
  await versions.last().click()
  await expect(dialog(page).getByRole('region', { name: 'Versión del 24 oct 2026, 12:00' })).toHaveText(
    'RecadosPan',
  )
  await expect(dialog(page).locator('mark')).toHaveText(['Recados'])
  await dialog(page).getByRole('button', { name: 'Recuperar esta versión' }).click()

  await expect(dialog(page)).toBeHidden()
  await expect(page.getByPlaceholder('Título de la nota')).toHaveValue('Recados')
  await expect(content(page)).toHaveValue('Pan')
  expect(calls).toEqual([expect.stringMatching(/^GET \/api\/notes\/[^/]+\/versions$/)])
  await expectDrafts(page, ['Pan', 'Pan\nHuevos\nQueso'])

  await test.step('what was there can be recovered, and the version then', async () => {
    await expect(draftBanner(page)).toBeVisible()
    await recover(page, 'Pan\nHuevos\nQueso')
    await recover(page, 'Pan')
  })
  await saveToList(page, ['Recados'])

  await test.step('what was there is saved as it is, and not merged with the version', async () => {
    await page.getByRole('link', { name: 'Abrir borrador: Recados' }).click()
    await recover(page, 'Pan\nHuevos\nQueso')
    await saveToList(page, ['Compra'])
    await expect(page.getByRole('article')).toContainText(/Pan\s+Huevos\s+Queso/)
  })
})

test('what was there is saved as it was typed, if the version is not saved after all', async ({
  page,
  user,
}) => {
  const id = await user.addNote('Compra', 'Pan\nLeche')
  await user.changeNote(id, 'Compra', 'Pan\nSecreto\nLeche')
  await open(page, `/note-editor/${id}`)
  await write(page, { content: 'Pan\nLeche\nQueso' })
  await button(page).click()
  await dialog(page).getByRole('button', { name: 'Recuperar esta versión' }).click()
  await expect(content(page)).toHaveValue('Pan\nLeche')
  await recover(page, 'Pan\nLeche\nQueso')
  await save(page)
  await expectScreen(page, '/notas')
  expect((await user.listNotes())[0]).toMatchObject({ content: 'Pan\nLeche\nQueso' })
})

test('a text without changes stays as a draft too, which is saved as it is', {
  tag: '@cluster',
}, async ({ page, user }) => {
  const id = await user.addNote('Compra', 'Pan\nLeche\nHuevos')
  await user.changeNote(id, 'Compra', 'Pan\nHuevos')
  await open(page, `/note-editor/${id}`)
  await button(page).click()
  await expect(dialog(page).getByRole('listitem')).toHaveText(/^(hoy|ayer), \d+:\d\dPan Leche Huevos$/)
  await dialog(page).getByRole('button', { name: 'Recuperar esta versión' }).click()
  await expect(content(page)).toHaveValue('Pan\nLeche\nHuevos')
  await expect(draftBanner(page)).toBeVisible()
  await save(page)
  await expectScreen(page, '/notas')
  await page.getByRole('link', { name: 'Abrir borrador: Compra' }).click()
  await expect(content(page)).toHaveValue('Pan\nLeche\nHuevos')
  await recover(page, 'Pan\nHuevos')
  await save(page)
  await expectScreen(page, '/notas')
  await expectDrafts(page, [])
  await open(page, `/note-editor/${id}`)
  await expect(content(page)).toHaveValue('Pan\nHuevos')
})

test('Versiones is there only where the host has said so, and Cerrar and Escape change nothing', async ({
  page,
  user,
}) => {
  await open(page, `/note-editor/${await user.addNote('Frase', 'Corta')}`)
  await expect(page.getByRole('button', { name: 'Duplicar' })).toBeVisible()
  await expect(button(page)).toBeHidden()

  await openNote(page, user)
  const resume = await pauseCalls(page, '**/api/notes/*/versions', 'GET', (route) => route.fallback())
  await button(page).click()
  await expect(dialog(page).getByRole('status')).toHaveText('Cargando...')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(button(page)).toBeFocused()
  resume()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2)
  await expect(dialog(page).getByRole('button', { name: 'Cerrar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(content(page)).toHaveValue('Pan\nHuevos')
  await expectDrafts(page, [])
})

test('nothing of a form becomes a draft of a user whose login this tab has not been told of', async ({
  page,
  user,
}) => {
  await openNote(page, user)
  await button(page).click()
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2)
  await page.evaluate(() => localStorage.setItem('user', `["${localStorage.token}","ana@example.com"]`))
  await dialog(page).getByRole('button', { name: 'Recuperar esta versión' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(content(page)).toHaveValue('Pan\nHuevos')
  await page.getByRole('button', { name: 'Duplicar' }).click()
  await expectScreen(page, '/create-note')
  await expect(content(page)).toHaveValue('')
  await expectDrafts(page, [])
})

const UNREACHABLE = 'No se han podido cargar las versiones. Comprueba tu conexión e inténtalo de nuevo.'
const FAILED = 'No se han podido cargar las versiones. Inténtalo de nuevo en unos minutos.'

const FAILURES: [name: string, response: Answer, sentence: string][] = [
  ['no response', { status: 0 }, UNREACHABLE],
  ['a failure without a message', { status: 500 }, FAILED],
  ['no list', { status: 200, body: '{}' }, FAILED],
  ['a note that is gone', { status: 404, body: '{"message":"Esa nota no existe."}' }, 'Esa nota no existe.'],
  ['a host that is busy', { status: 503, body: '{"message":"Ahora no."}' }, 'Ahora no.'],
  ['no versions left', { status: 200, body: '[]' }, 'Ya no hay versiones anteriores de esta nota.'],
  ['a refusal while the session lives', { status: 401, body: '{"message":"Unauthorized"}' }, FAILED],
]

test('versions that do not come are explained in the dialog, and the text of the form stays', async ({
  page,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|Failed to fetch/)
  await openNote(page, user)
  await write(page, { content: 'Pan\nQueso' })
  for (const [name, response, sentence] of FAILURES) {
    await answerCall(page, '**/api/notes/*/versions', response)
    await button(page).click()
    await expect(dialog(page).getByText(sentence), name).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'Recuperar esta versión' }), name).toBeDisabled()
    await dialog(page).getByRole('button', { name: 'Cerrar' }).click()
    await expect(content(page), name).toHaveValue('Pan\nQueso')
  }
  await user.call('POST', '/api/auth/logout')
  await answerCall(page, '**/api/notes/*/versions', { status: 401 })
  await button(page).click()
  await expect(dialog(page).getByText('Inicia sesión para continuar.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Cerrar' }).click()
  const calls = collectCalls(page)
  await page.getByRole('link', { name: 'Volver' }).click()
  await expect(page.getByText('Tu sesión ha terminado.')).toBeVisible()
  expect(calls).toEqual([])
})

const duplicate = (page: Page) => page.getByRole('button', { name: 'Duplicar' })

test('Duplicar opens the form of a new note with the text of the form, without a call', async ({
  page,
  user,
}) => {
  const id = await user.addNote('Plantas', 'Riego')
  await open(page, `/note-editor/${id}`)
  await write(page, { content: 'Riego los martes.' })
  const calls = collectCalls(page)
  await duplicate(page).click()
  await expectScreen(page, '/create-note')
  await expect(title(page)).toHaveValue('Plantas')
  await expect(title(page)).toBeFocused()
  await expect(content(page)).toHaveValue('Riego los martes.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nueva Nota')
  await expect(duplicate(page)).toBeHidden()
  expect(calls).toEqual([])

  await test.step('it is a draft from the start, as is what was typed in the note', async () => {
    await expectDrafts(page, ['Riego los martes.', 'Riego los martes.'])
    await page.reload()
    await expect(newDraftBanner(page)).toBeVisible()
    await recover(page, 'Riego los martes.')
  })

  await write(page, { title: 'Plantas del balcón' })
  await saveToList(page, ['Plantas del balcón', 'Plantas'])
  await expect(page.getByText('Cambios sin guardar en «Plantas»')).toBeVisible()
})

test('a copy whose form was never opened is not in the next new note', async ({ page, user }) => {
  await user.addNote('Plantas', 'Riego')
  await openList(page, ['Plantas'])
  await editLink(page, 'Plantas').click()
  const release = await pauseCalls(page, '**/create-note/**')
  await duplicate(page).click()
  await returnToList(page, ['Plantas'])
  release()
  await page.getByRole('link', { name: 'Crear nota' }).click()
  await expect(title(page)).toBeFocused()
  await expect(title(page)).toHaveValue('')
  await expect(content(page)).toHaveValue('')
})
