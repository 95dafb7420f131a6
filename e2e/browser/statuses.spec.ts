import type { Page } from '@playwright/test'
import { deleteNote, edit, editLink, open, openList, save } from '../support/actions'
import { conflict } from '../support/drafts'
import { expect, signedInTest as test } from '../support/fixtures'

/** Reads what the region holds, and the element that has the focus then. */
async function collectTold(page: Page): Promise<() => Promise<[text: string, focus: string][]>> {
  await page.addInitScript(() => {
    const told: [string, string][] = []
    Object.assign(window, { told })
    const attach = Element.prototype.attachShadow
    Element.prototype.attachShadow = function (options) {
      const root = attach.call(this, options)
      if (this.className !== 'sr-only') return root // the router's
      new MutationObserver(() => {
        const text = root.querySelector('p')?.innerHTML.replaceAll('&nbsp;', '').trim()
        const focus = document.querySelector('dialog') ?? document.activeElement
        if (text) told.push([text, focus?.getAttribute('aria-label') ?? String(focus?.tagName)])
      }).observe(root, { subtree: true, childList: true })
      return root
    }
  })
  return () => page.evaluate(() => (window as unknown as { told: [string, string][] }).told)
}

test('a status is told when the dialog has closed and the focus has moved, each time that it comes', async ({
  page,
  user,
}) => {
  for (const title of ['Uno', 'Dos', 'Tres']) await user.addNote(title)
  const told = await collectTold(page)
  await openList(page, ['Tres', 'Dos', 'Uno'])
  await deleteNote(page, 'Dos')
  const first = ['Nota eliminada. Deshacer', 'Editar nota: Uno']
  await expect.poll(told).toEqual([first])
  await expect(editLink(page, 'Uno')).toBeFocused()
  await deleteNote(page, 'Tres')
  await expect.poll(told).toEqual([first, first])
})

test('the same outcome is told again, of a note with the same name and of another search', async ({
  page,
  user,
}) => {
  for (const title of ['Pan', 'Pan', 'Té verde']) await user.addNote(title)
  const told = await collectTold(page)
  const texts = async () => (await told()).map(([text]) => text)
  await openList(page, ['Té verde', 'Pan', 'Pan'])
  await page.getByRole('button', { name: 'Buscar' }).click()
  const found = ['1 nota encontrada.']
  await page.keyboard.type('té')
  await expect.poll(texts).toEqual(found)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('verde')
  await expect.poll(texts).toEqual([...found, ...found])
  await page.keyboard.press('Escape')

  for (const _ of [1, 2]) {
    await page.getByRole('button', { name: 'Eliminar nota: Pan' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.getByRole('link', { name: 'Cuenta' }).click()
  await page.getByRole('button', { name: 'Ver papelera' }).click()
  const restored = (await texts()).length
  for (const count of [1, 2]) {
    await page.getByRole('button', { name: 'Restaurar nota: Pan' }).first().click()
    await expect.poll(async () => (await texts()).slice(restored).length).toBe(count)
  }
  expect((await texts()).slice(restored).every((text) => text.startsWith('«Pan»'))).toBe(true)
})

test('screen readers are told what an undo, a save, a decision on a conflict and a recovered version have done', async ({
  page,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource.* 412/)
  const id = await user.addNote('Uno', 'Pan')
  const told = await collectTold(page)
  await openList(page, ['Uno'])
  const lastTold = async () => (await told()).at(-1)
  async function decide(mine: string, theirs: string, button: string): Promise<void> {
    await edit(page, 'Uno', { content: mine })
    await user.changeNote(id, 'Uno', theirs)
    await save(page)
    await conflict(page).getByRole('button', { name: button }).click()
  }

  await deleteNote(page, 'Uno')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect.poll(lastTold).toEqual(['Nota recuperada.', 'Editar nota: Uno'])
  await decide('Pan y leche', 'Agua', 'Editar las dos juntas')
  await expect.poll(lastTold).toEqual(['Las dos versiones están en el texto, sin guardar.', 'INPUT'])
  await save(page)
  await expect.poll(lastTold).toEqual(['Nota guardada.', 'H1'])
  await decide('Vino', 'Zumo', 'Quedarme con la otra')
  await expect.poll(lastTold).toEqual(['Se queda la otra versión.', 'H1'])
  await open(page, `/note-editor/${id}`)
  await page.getByRole('button', { name: 'Versiones' }).click()
  await page.getByRole('button', { name: 'Recuperar esta versión' }).click()
  const recovered =
    'La versión está en el texto, sin guardar. Tienes cambios sin guardar en esta nota. Uno Zumo'
  await expect.poll(lastTold).toEqual([`${recovered} Recuperar Descartar`, 'INPUT'])
})

test('what is told is not told by the status on the screen as well', async ({
  page,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await user.addNote('Uno')
  const told = await collectTold(page)
  await openList(page, ['Uno'])
  await page.keyboard.press('Tab')
  await page.route('**/api/notes', (route) => route.abort())
  await page.getByRole('link', { name: 'Crear nota' }).click()
  await page.getByRole('link', { name: 'Volver' }).click()
  const failure = 'No se han podido cargar las notas. Estas son las de la última vez. Reintentar'
  await expect.poll(told).toEqual([[failure, 'H1']])
  const live = await page
    .locator('[role=status]')
    .evaluateAll((statuses) => statuses.map((status) => status.ariaLive))
  expect(new Set(live)).toEqual(new Set(['off']))
  await page.getByRole('button', { name: 'Reintentar' }).press('Enter')
  await expect.poll(told).toEqual([
    [failure, 'H1'],
    [failure.replace(' Reintentar', ''), 'BUTTON'],
  ])
})

for (const [hasEnded, expected] of [
  [false, '<span lang="en">Create your note!</span> Importar notas'],
  [true, 'Tu sesión ha terminado. <span lang="en">Log in</span>'],
] as const)
  test(`English text is told as English: ${expected}`, async ({ page, user, expectConsole }) => {
    if (hasEnded) expectConsole(/Failed to load resource.* 401/)
    const told = await collectTold(page)
    await open(page, '/create-note')
    await page.keyboard.press('Tab')
    if (hasEnded) await user.call('POST', '/api/auth/logout')
    await page.getByRole('link', { name: 'Volver' }).click()
    await expect.poll(told).toEqual([[expected, 'H1']])
  })
