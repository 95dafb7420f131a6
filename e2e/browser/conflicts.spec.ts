import type { Page } from '@playwright/test'
import {
  card,
  collectCalls,
  expectCards,
  expectScreen,
  loseResponses,
  open,
  save,
  saveAndExpectFailure,
  saveToList,
  write,
} from '../support/actions'
import { putRecord } from '../support/browser-storage'
import { conflict, content, expectDrafts } from '../support/drafts'
import { expect, signedInTest, type User } from '../support/fixtures'
import { held } from '../support/servers/faulty-proxy'

const SHOPPING = 'Pan\nLeche\nHuevos'
const BOTH = 'Pan integral\nLeche\nHuevos\nQueso'

/** Content on the host of the user's only note. */
async function savedContent(user: User): Promise<string> {
  const [note, ...others] = await user.listNotes()
  expect(others).toEqual([])
  return String(note?.content)
}

async function deleteNotes(user: User): Promise<void> {
  for (const { _id } of await user.listNotes()) await user.call('DELETE', `/api/notes/${_id}`)
}

/** Opens the user's only note, an older one being deleted, and changes it here and on another device. */
async function openNew(page: Page, user: User, mine: string, theirs: string): Promise<string> {
  await deleteNotes(user)
  const id = await user.addNote('Compra', SHOPPING)
  await open(page, `/note-editor/${id}`)
  await write(page, { content: mine })
  await user.changeNote(id, 'Compra', theirs)
  return id
}

/** Opens the conflict dialog of a new note: both versions change the last line. */
async function openConflict(page: Page, user: User): Promise<string> {
  const id = await openNew(page, user, 'Pan\nLeche\nUna docena de huevos', 'Pan\nLeche\nSin huevos')
  await save(page)
  await expect(conflict(page)).toBeVisible()
  return id
}

signedInTest.beforeEach(({ expectConsole }) => {
  expectConsole(/Failed to load resource.* 412/)
})

signedInTest(
  'a save sends the ETag of the version it replaces; changes in different lines are merged and saved without a question',
  { tag: '@cluster' },
  async ({ page, user }) => {
    for (const lineEnd of ['\n', '\r\n'])
      await signedInTest.step(`on a host that keeps ${JSON.stringify(lineEnd)}`, async () => {
        await deleteNotes(user)
        const id = await user.addNote('Compra', SHOPPING.replaceAll('\n', lineEnd))
        const loaded = page.waitForResponse(`**/api/notes/${id}`)
        await open(page, `/note-editor/${id}`)
        const etag = (await loaded).headers().etag as string
        expect(etag).toMatch(/^"/)
        await write(page, { content: 'Pan integral\nLeche\nHuevos' })
        await user.changeNote(id, 'Compra', `${SHOPPING}\nQueso`.replaceAll('\n', lineEnd))
        const sent = page.waitForRequest((request) => request.method() === 'PUT')
        await save(page)
        expect((await sent).headers()['if-match']).toBe(etag)
        await expectCards(page, ['Compra'])
        await expect(card(page, 'Compra')).toContainText('Pan integral')
        expect(await user.listNotes()).toEqual([{ _id: id, title: 'Compra', content: BOTH }])
        await expectDrafts(page, [])
      })
  },
)

signedInTest(
  'a conflict shows both versions, asks again after Escape and after another change, and Quedarme con la mía saves mine',
  { tag: '@cluster' },
  async ({ page, user }) => {
    const id = await openConflict(page, user)
    for (const [name, line] of [
      ['Tu versión', 'Una docena de huevos'],
      ['La otra versión', 'Sin huevos'],
    ] as const) {
      const version = conflict(page).getByRole('region', { name })
      await expect(version.getByRole('paragraph')).toHaveText(['Compra', 'Pan', 'Leche', line])
      await expect(version.locator('mark')).toHaveText([line])
      await expect(version.locator('mark')).toHaveCSS('text-decoration-line', 'underline')
    }

    await signedInTest.step(
      'Escape closes the dialog without a decision, and a save asks again',
      async () => {
        await page.keyboard.press('Escape')
        await expect(conflict(page)).toBeHidden()
        await expect(content(page)).toHaveValue('Pan\nLeche\nUna docena de huevos')
        expect(await savedContent(user)).toBe('Pan\nLeche\nSin huevos')
        await expectDrafts(page, ['Pan\nLeche\nUna docena de huevos'])
        await save(page)
        await expect(conflict(page)).toBeVisible()
      },
    )

    await signedInTest.step('another change while the dialog is open is a new conflict', async () => {
      await user.changeNote(id, 'Compra', 'Pan\nLeche\nCuatro huevos')
      await conflict(page).getByRole('button', { name: 'Quedarme con la mía' }).click()
      const other = conflict(page).getByRole('region', { name: 'La otra versión' })
      await expect(other).toContainText('Cuatro huevos')
      expect(await savedContent(user)).toBe('Pan\nLeche\nCuatro huevos')
    })

    await conflict(page).getByRole('button', { name: 'Quedarme con la mía' }).click()
    await expectCards(page, ['Compra'])
    expect(await savedContent(user)).toBe('Pan\nLeche\nUna docena de huevos')
    await expectDrafts(page, [])
  },
)

signedInTest(
  'Quedarme con la otra leaves the saved version, and Editar las dos juntas puts both into the form',
  async ({ page, user }) => {
    await signedInTest.step('Quedarme con la otra leaves the saved version', async () => {
      await openConflict(page, user)
      await conflict(page).getByRole('button', { name: 'Quedarme con la otra' }).click()
      await expectCards(page, ['Compra'])
      await expect(card(page, 'Compra')).toContainText('Sin huevos')
      expect(await savedContent(user)).toBe('Pan\nLeche\nSin huevos')
      await expectDrafts(page, [])
    })

    await signedInTest.step('Editar las dos juntas puts both versions into the form', async () => {
      const id = await openConflict(page, user)
      await conflict(page).getByRole('button', { name: 'Editar las dos juntas' }).click()
      await expect(conflict(page)).toBeHidden()
      await expectScreen(page, `/note-editor/${id}`)
      const both = [
        'Pan',
        'Leche',
        '— Mi versión —',
        'Una docena de huevos',
        '— La otra versión —',
        'Sin huevos',
        '— Fin —',
      ].join('\n')
      await expect(content(page)).toHaveValue(both)
      await expectDrafts(page, [both])
      await write(page, { content: 'Pan\nLeche\nMedia docena de huevos' })
      await saveToList(page, ['Compra'])
      expect(await savedContent(user)).toBe('Pan\nLeche\nMedia docena de huevos')
      await expectDrafts(page, [])
    })
  },
)

async function saveWithoutResponse(page: Page, user: User): Promise<void> {
  await openNew(page, user, 'Pan integral\nLeche\nHuevos', 'Pan\nLeche\nHuevos\nQueso')
  await loseResponses(page, '**/api/notes/*', 'PUT')
  await saveAndExpectFailure(page)
  await page.unrouteAll()
  expect(await savedContent(user)).toBe(BOTH)
}

signedInTest(
  'after a merged save whose response was lost, a save merges anew',
  async ({ page, user, expectConsole }) => {
    expectConsole(/Failed to load resource|Error al guardar la nota/)
    await signedInTest.step('saving again leaves the merged text', async () => {
      await saveWithoutResponse(page, user)
      await saveToList(page, ['Compra'])
      expect(await savedContent(user)).toBe(BOTH)
    })

    await signedInTest.step('later changes are merged too', async () => {
      await saveWithoutResponse(page, user)
      await write(page, { content: 'Pan de centeno\nLeche\nHuevos' })
      await saveToList(page, ['Compra'])
      expect(await savedContent(user)).toBe('Pan de centeno\nLeche\nHuevos\nQueso')
    })
  },
)

signedInTest(
  'what is typed before the code of the question has come is in the question',
  async ({ page, user }) => {
    const id = await user.addNote('Compra', 'Pan\nSin huevos')
    await open(page, '/notas')
    await expectCards(page, ['Compra'])
    const base = { title: 'Compra', content: 'Pan\nHuevos' }
    const text = { title: 'Compra', content: 'Pan\nDos huevos' }
    const write = { kind: 'replace', key: 'key', decidedAt: 1, isConflict: true }
    await putRecord(page, 'drafts', {
      id: 'one',
      user: user.email,
      noteId: id,
      text,
      base,
      writtenAt: 1,
      write,
    })
    const { until, release } = held()
    let isHeld = false
    await page.route('**/_next/static/**/*.js', async (route) => {
      const response = await route.fetch()
      // The code that saves alone is late.
      if ((await response.text()).includes('"unsaved"')) {
        isHeld = true
        await until
      }
      await route.fulfill({ response })
    })
    await open(page, `/note-editor/${id}`)
    await expect(content(page)).toHaveValue('Pan\nDos huevos')
    await content(page).press('Control+End')
    await page.keyboard.type(' y leche')
    await expect.poll(() => isHeld).toBe(true)
    release()
    const mine = conflict(page).getByRole('region', { name: 'Tu versión' })
    await expect(mine).toContainText('Dos huevos y leche')
    await conflict(page).getByRole('button', { name: 'Quedarme con la mía' }).click()
    await expectCards(page, ['Compra'])
    expect(await savedContent(user)).toBe('Pan\nDos huevos y leche')
    await page.unrouteAll({ behavior: 'wait' })
  },
)

signedInTest.describe('on a small phone', () => {
  signedInTest.use({ viewport: { width: 320, height: 568 } })

  signedInTest(
    'the dialog of two long versions scrolls from its heading to its last button',
    async ({ page, user }) => {
      const long = Array.from({ length: 40 }, (_, line) => `Línea ${line}`)
      const id = await user.addNote('Compra', long.join('\n'))
      await open(page, `/note-editor/${id}`)
      await write(page, { content: long.map((line) => `${line}, mía`).join('\n') })
      await user.changeNote(id, 'Compra', long.map((line) => `${line}, suya`).join('\n'))
      await save(page)
      const heading = conflict(page).getByRole('heading', { level: 2 })
      const last = conflict(page).getByRole('button', { name: 'Editar las dos juntas' })
      await heading.hover()
      await page.mouse.wheel(0, -2000)
      await expect(heading).toBeInViewport({ ratio: 1 })
      await page.mouse.wheel(0, 2000)
      await expect(last).toBeInViewport({ ratio: 1 })
      await last.click()
      await expect(conflict(page)).toBeHidden()
    },
  )
})

signedInTest('without a strong ETag a save is one PUT without If-Match', async ({ page, user }) => {
  const id = await user.addNote('Compra', 'Pan')
  const calls = collectCalls(page)
  for (const etag of [undefined, 'W/"1"', '1']) {
    await page.route('**/api/notes/*', async (route) => {
      const response = await route.fetch()
      const { etag: _, 'notas-etag': repeated, ...headers } = response.headers()
      await route.fulfill({ response, headers: { ...headers, ...(etag && { etag }) } })
    })
    await open(page, `/note-editor/${id}`)
    await write(page, { content: `Pan y vino ${etag}` })
    calls.length = 0
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await saveToList(page, ['Compra'])

    expect((await sent).headers(), etag).not.toHaveProperty('if-match')
    // The list may be loading again by now.
    expect(calls.filter((call) => call !== 'GET /api/notes')).toEqual([`PUT /api/notes/${id}`])
    await page.unroute('**/api/notes/*')
  }
})
