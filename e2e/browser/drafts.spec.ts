import type { Page } from '@playwright/test'
import { collectCalls, editLink, expectCards, expectScreen, open, save, signIn, write } from '../actions'
import { content, draftNotice, expectKept, keptDrafts, newDraftNotice, recover } from '../drafts'
import { expect, signedInTest, test } from '../fixtures'

const LEAVES: [how: string, leave: (page: Page) => Promise<unknown>][] = [
  ['a reload', (page) => page.reload()],
  ['Cancelar', (page) => page.getByRole('button', { name: 'Cancelar' }).click()],
  ['Volver', (page) => page.getByRole('link', { name: 'Volver' }).click()],
  ['Back', (page) => page.goBack()],
]

for (const [how, leave] of LEAVES) {
  signedInTest(
    `what was typed in a note survives ${how}, and is there for whoever asks for it`,
    async ({ page, user }) => {
      const id = await user.addNote('Plantas', 'Riego')
      await open(page, '/notas')
      await editLink(page, 'Plantas').click()
      await write(page, { title: 'Plantas del balcón', content: 'Riego los martes.' })
      await leave(page)
      if (how !== 'a reload') await expectScreen(page, '/notas')
      await open(page, `/note-editor/${id}`)

      await expect(draftNotice(page)).toBeVisible()
      await expect(content(page)).toHaveValue('Riego')
      await recover(page)
      await expect(content(page)).toHaveValue('Riego los martes.')
      await expect(page.getByPlaceholder('Título de la nota')).toHaveValue('Plantas del balcón')
      await expect(draftNotice(page)).toBeHidden()
    },
  )
}

signedInTest('what was typed in a new note survives a closed tab', async ({ page, context }) => {
  await open(page, '/create-note')
  await write(page, { title: 'Compra', content: 'Pan' })
  await page.close({ runBeforeUnload: true })

  const next = await context.newPage()
  await open(next, '/create-note')
  await expect(newDraftNotice(next)).toBeVisible()
  await expect(content(next)).toHaveValue('')
  await recover(next)
  await expect(next.getByPlaceholder('Título de la nota')).toHaveValue('Compra')
  await expect(content(next)).toHaveValue('Pan')
  await save(next)
  await expectCards(next, ['Compra'])
  expect(await keptDrafts(next)).toEqual([])
})

signedInTest('a draft is on disk 300 ms after the key, and at once when the page hides', async ({ page }) => {
  await open(page, '/create-note')
  const written = page.evaluate(
    () =>
      new Promise<{ after: number; hiddenAfter: number }>((resolve) => {
        const put = IDBObjectStore.prototype.put
        const times: number[] = []
        let since = 0
        const field = document.querySelector('textarea') as HTMLTextAreaElement
        IDBObjectStore.prototype.put = function (...args) {
          this.transaction.addEventListener('complete', () => {
            times.push(performance.now() - since)
            if (times.length === 2) resolve({ after: times[0] as number, hiddenAfter: times[1] as number })
            else hide()
          })
          return put.apply(this, args)
        }
        function type(text: string) {
          since = performance.now()
          field.value = text
          field.dispatchEvent(new Event('input', { bubbles: true }))
        }
        function hide() {
          type('Pan y vino')
          dispatchEvent(new PageTransitionEvent('pagehide'))
        }
        type('Pan')
      }),
  )
  const { after, hiddenAfter } = await written
  expect(after).toBeLessThan(300)
  expect(hiddenAfter).toBeLessThan(100)
})

signedInTest('Descartar forgets the draft, and the note stays as it is', async ({ page, user }) => {
  const id = await user.addNote('Plantas', 'Riego')
  await open(page, `/note-editor/${id}`)
  await write(page, { content: 'Riego los martes.' })
  await expectKept(page, ['Riego los martes.'])
  await page.reload()
  const calls = collectCalls(page)
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect(draftNotice(page)).toBeHidden()
  await expectKept(page, [])
  expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([])

  await page.reload()
  await expect(content(page)).toHaveValue('Riego')
  await expect(draftNotice(page)).toBeHidden()
})

signedInTest('text that is typed back to what the host has is no draft', async ({ page, user }) => {
  const id = await user.addNote('Plantas', 'Riego')
  await open(page, `/note-editor/${id}`)
  await write(page, { content: 'Riego los martes.' })
  await expectKept(page, ['Riego los martes.'])
  await write(page, { content: 'Riego' })
  await expectKept(page, [])
})

signedInTest('a saved note leaves no draft', async ({ page, user }) => {
  const id = await user.addNote('Plantas', 'Riego')
  await open(page, `/note-editor/${id}`)
  await write(page, { content: 'Riego los martes.' })
  await expectKept(page, ['Riego los martes.'])
  await save(page)
  await expectCards(page, ['Plantas'])
  await expectKept(page, [])
  await expect(page.getByText('Cambios sin guardar en')).toBeHidden()
})

for (const failure of ['500', 'no network'] as const) {
  signedInTest(
    `a save that fails (${failure}) leaves a draft behind`,
    async ({ page, user, expectConsole }) => {
      expectConsole(/Failed to load resource|Error al guardar la nota/)
      const id = await user.addNote('Plantas', 'Riego')
      await open(page, `/note-editor/${id}`)
      await write(page, { content: 'Riego los martes.' })
      await page.route('**/api/notes/*', (route) => {
        if (route.request().method() !== 'PUT') return route.continue()
        return failure === '500' ? route.fulfill({ status: 500, body: '' }) : route.abort()
      })
      const logged = page.waitForEvent('console', (message) =>
        message.text().includes('Error al guardar la nota'),
      )
      await save(page)
      await logged
      await page.reload()
      await recover(page)
      await expect(content(page)).toHaveValue('Riego los martes.')
      await page.unrouteAll()
      await save(page)
      await expectCards(page, ['Plantas'])
      await expectKept(page, [])
    },
  )
}

signedInTest(
  'two tabs with different text in one note: both come back, one after the other',
  async ({ page, context, user }) => {
    const id = await user.addNote('Plantas', 'Riego')
    const other = await context.newPage()
    for (const [tab, text] of [
      [page, 'Riego los martes.'],
      [other, 'Riego los viernes.'],
    ] as const) {
      await open(tab, `/note-editor/${id}`)
      await write(tab, { content: text })
      await expect.poll(async () => JSON.stringify(await keptDrafts(tab))).toContain(text)
    }
    await page.close()
    await other.close()

    const next = await context.newPage()
    await open(next, `/note-editor/${id}`)
    await recover(next)
    await expect(content(next)).toHaveValue('Riego los viernes.')
    await expect(draftNotice(next)).toBeVisible()
    await recover(next)
    await expect(content(next)).toHaveValue('Riego los martes.')
    await expectKept(next, ['Riego los martes.', 'Riego los viernes.'])
  },
)

signedInTest(
  'a draft that is open in two tabs belongs to none: both go on with it',
  async ({ page, context, user }) => {
    const id = await user.addNote('Plantas', 'Riego')
    await open(page, `/note-editor/${id}`)
    await write(page, { content: 'Riego los martes.' })
    await expectKept(page, ['Riego los martes.'])
    const other = await context.newPage()
    await open(other, `/note-editor/${id}`)
    await recover(other)
    await write(other, { content: 'Riego los viernes.' })
    await write(page, { content: 'Riego los sábados.' })
    await expectKept(page, ['Riego los sábados.', 'Riego los viernes.'])
  },
)

test('a session that ends while a note is written: the text is there after the next login', async ({
  page,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|Error al guardar la nota/)
  const id = await user.addNote('Plantas', 'Riego')
  await signIn(page, user)
  await open(page, `/note-editor/${id}`)
  await write(page, { content: 'Riego los martes.' })
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await page.request.post('/api/auth/logout', { headers: { Authorization: `Bearer ${token}` } })
  const refused = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await save(page)
  expect((await refused).status()).toBe(401)

  await signIn(page, user)
  await expect(page.getByText('Cambios sin guardar en «Plantas»')).toBeVisible()
  await page.getByRole('link', { name: 'Abrir borrador: Plantas' }).click()
  await expectScreen(page, `/note-editor/${id}`)
  await recover(page)
  await expect(content(page)).toHaveValue('Riego los martes.')
  await save(page)
  await expectCards(page, ['Plantas'])
  await expectKept(page, [])
})
