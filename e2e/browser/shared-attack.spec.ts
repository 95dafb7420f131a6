import type { Page } from '@playwright/test'
import { open, openTab, pressSignOut, signIn } from '../support/actions'
import { installServiceWorker, POLLING, putRecord } from '../support/browser-storage'
import { content, expectDrafts, newDraftBanner, recover } from '../support/drafts'
import { BASE, createUser, expect, signedInTest as test } from '../support/fixtures'
import { expectSharedOwner, expectWaiting, share } from '../support/shared'

test.use({ serviceWorkers: 'allow' })

test.beforeEach(async ({ page, context, user }) => {
  await context.route('http://evil.example/', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: '<!doctype html>' }),
  )
  await open(page, '/notas')
  await installServiceWorker(page)
  await expectSharedOwner(page, user.email)
})

/** Posts to the share target from another web site. */
async function attack(page: Page, fields: Record<string, string>, enctype?: string): Promise<void> {
  const address = new URL(`${BASE}/create-note/`, page.url()).href
  await page.goto('http://evil.example/')
  await share(page, { title: '', text: '', ...fields }, { address, enctype })
  await page.waitForURL(`${address}**`, { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeEnabled()
}

test('texts of another web site wait outside form and drafts, within the limits of a note, for their user alone', async ({
  page,
  context,
  host,
}) => {
  await test.step('one is shown as of another application, and is neither form nor draft', async () => {
    await attack(page, {
      title: 'Aviso de Notas',
      text: `<img src=x onerror=alert(1)>\u202e» Tu cuenta caduca: https://evil.example ${'x'.repeat(500)}`,
    })
    const strip = page
      .getByRole('status')
      .filter({ hasText: 'Otra aplicación o página ha compartido un texto:' })
    await expect(strip).toContainText('Aviso de Notas <img src=x onerror=alert(1)>')
    expect((await strip.locator('bdi').textContent())?.length).toBe(103)
    await expect(page.getByPlaceholder('Título de la nota')).toHaveValue('')
    await expect(content(page)).toHaveValue('')
    await open(page, '/notas')
    await expect(page.getByText('Create your note!')).toBeVisible()
    await expect(page.getByText('sin guardar')).toBeHidden()
    await expectDrafts(page, [])
    await open(page, '/create-note')
    await page.getByRole('button', { name: 'Descartar' }).click()
    await expectWaiting(page, [])
  })

  await test.step('a post without a text leads to the form, and keeps nothing', async () => {
    await attack(page, {})
    await attack(page, { text: 'Pan' }, 'text/plain')
    await expect(content(page)).toHaveValue('')
    await expectWaiting(page, [])
  })

  await test.step('a text above the limits of a note is refused', async () => {
    const refused = page.getByText(
      'Otra aplicación o página ha compartido un texto demasiado largo para una nota.',
    )
    await attack(page, { text: '😀'.repeat(200_000) })
    await expect(page.locator('bdi')).toContainText('😀')
    await expect(refused).toBeHidden()
    await attack(page, { title: 'a'.repeat(500) })
    await expect(refused).toBeHidden()
    await expect.poll(() => waitingCount(page)).toBe(2)
    for (const [name, text] of [
      ['text', 'a'.repeat(200_001)],
      ['text', '4 MB'.repeat(1_000_000)],
      ['title', 'a'.repeat(501)],
    ] as const) {
      await attack(page, { [name]: text })
      await expect(refused).toBeVisible()
    }
    expect(await waitingCount(page)).toBe(2)
  })

  await test.step('many posts at once keep five texts', async () => {
    await discardAll(page)
    await page.evaluate(async (address) => {
      const posts = Array.from({ length: 20 }, (_, at) => {
        const body = new FormData()
        body.set('text', `Texto ${at}`)
        return fetch(address, { method: 'POST', body })
      })
      await Promise.all(posts)
    }, `${BASE}/create-note/`)
    expect(await waitingCount(page)).toBe(5)
  })

  await test.step("another user's login in another tab takes the offer away", async () => {
    await discardAll(page)
    await attack(page, { text: 'Secreto' })
    await expect(page.locator('bdi')).toHaveText('Secreto')
    await signIn(await context.newPage(), await createUser(host))
    await expect(page.getByText('Secreto')).toBeHidden()
    await expectWaiting(page, ['Secreto'])
  })
})

test('five texts wait, oldest first, and a sixth is refused', { tag: '@slow' }, async ({ page }) => {
  for (const text of ['1', '2', '3', '4', '5', '6']) await attack(page, { text })
  const refused = page.getByText(
    'Ya esperan cinco textos compartidos: no cabe otro hasta que uses o descartes uno.',
  )
  await expect(refused).toBeVisible()
  await expectWaiting(page, ['1', '2', '3', '4', '5'])
  await page.reload()
  const offered = page.getByText(/^Otra aplicación/).locator('bdi')
  await expect(offered).toHaveText('1')
  await expect(refused).toBeHidden()
  for (const next of ['2', '3']) {
    await page.getByRole('button', { name: 'Usar' }).click()
    await expect(offered).toHaveText(next)
  }
  await expect(content(page)).toHaveValue('2')
  await expectDrafts(page, ['1', '2'])
  await page.getByRole('button', { name: 'Descartar' }).first().dblclick()
  await expect(offered).toHaveText('4')
  await expectWaiting(page, ['4', '5'])
})

test('signing out asks nothing for a text that was shared with somebody else', async ({ page }) => {
  await page.evaluate(async (address) => {
    const response = Response.json({ title: '', content: 'Pan' }, { headers: { 'Notas-Owner': 'otra' } })
    await (await caches.open('notas-shared')).put(`${address}${Date.now()}`, response)
  }, `${BASE}/shared/`)
  await open(page, '/notas')
  await pressSignOut(page)
  expect(await waitingCount(page)).toBe(1)
})

test('a text without an owner waits ten minutes, and is removed at the next opening; Usar in two tabs at once makes one draft', {
  tag: '@slow',
}, async ({ page, context }) => {
  const keep = (minutes: number) =>
    page.evaluate(
      async ([address, age]) => {
        const headers = { 'Notas-Owner': '' }
        const response = Response.json({ title: '', content: `De hace ${age}` }, { headers })
        await (await caches.open('notas-shared')).put(`${address}${Date.now() - age * 60_000}`, response)
      },
      [`${BASE}/shared/`, minutes] as const,
    )
  await keep(9)
  await open(page, '/create-note')
  await expect(page.getByText('Otra aplicación o página ha compartido un texto.')).toBeVisible()
  await keep(11)
  const next = await openTab(context, '/notas')
  await expectWaiting(next, ['De hace 9'])

  await test.step('Usar in two tabs at once makes one draft', async () => {
    await discardAll(page)
    await attack(page, { text: 'Pan' })
    const other = await openTab(context, '/create-note')
    for (const tab of [page, other]) {
      await expect(tab.locator('bdi')).toHaveText('Pan')
      await tab.evaluate(() => {
        const remove = Cache.prototype.delete
        Cache.prototype.delete = async function (...request) {
          await new Promise((resolve) => addEventListener('both', resolve))
          return remove.apply(this, request)
        }
      })
      await tab.getByRole('button', { name: 'Usar' }).click()
    }
    await expectDrafts(page, ['Pan', 'Pan'])
    for (const tab of [page, other]) await tab.evaluate(() => void dispatchEvent(new Event('both')))
    await expectWaiting(page, [])
    await expectDrafts(page, ['Pan'])
    await expect
      .poll(
        async () => (await Promise.all([page, other].map((tab) => content(tab).inputValue()))).sort(),
        POLLING,
      )
      .toEqual(['', 'Pan'])
  })
})

test('a draft that the release before made of a shared text is an ordinary one, and after a sign-out in its tab nobody owns what comes', async ({
  page,
  user,
}) => {
  const text = { title: '', content: 'Compartido antes' }
  const base = { title: '', content: '' }
  const draft = { id: 'shared-1-1', user: user.email, noteId: null, text, base, writtenAt: 1 }
  await putRecord(page, 'drafts', draft)
  await open(page, '/create-note')
  await expect(newDraftBanner(page)).toBeVisible()
  await expect(content(page)).toHaveValue('')
  await recover(page, 'Compartido antes')

  await page.evaluate(() => caches.delete('notas-shared'))
  await page.evaluate(() => localStorage.clear())
  await attack(page, { text: 'Pan' })
  const [stored] = await page.evaluate(async () => {
    const cache = await caches.open('notas-shared')
    return Promise.all(
      (await cache.keys()).map(async (one) => (await cache.match(one))?.headers.get('Notas-Owner')),
    )
  })
  expect(stored).toBe('')
})

async function discardAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Without the cache the user would be nobody.
    const cache = await caches.open('notas-shared')
    for (const text of await cache.keys()) await cache.delete(text)
  })
}

function waitingCount(page: Page): Promise<number> {
  return page.evaluate(async () => (await (await caches.open('notas-shared')).keys()).length)
}

test('signing out asks where a shared text was not used, and names it', async ({ page }) => {
  await attack(page, { title: 'Receta', text: 'Harina' })
  await open(page, '/notas')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Cerrar sesión y borrar lo que no has guardado?' })
  await expect(dialog).toContainText('«Receta»')
  await page.keyboard.press('Escape')
  await open(page, '/create-note')
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expectWaiting(page, [])
  await open(page, '/notas')
  await pressSignOut(page)
})
