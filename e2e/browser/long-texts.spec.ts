import type { Page } from '@playwright/test'
import {
  deleteNote,
  editLink,
  expectCards,
  open,
  openList,
  returnToList,
  save,
  saveToList,
} from '../support/actions'
import { conflict, draftBanner, expectDrafts, recover } from '../support/drafts'
import { expect, signedInTest, type User } from '../support/fixtures'

/** Code points of a text; the host's limit leaves room for what is typed. */
const LENGTH = 199_990

const MARKS = `a${'\u0301'.repeat(LENGTH - 1)}`

const KINDS: [name: string, text: string][] = [
  ['a letter with combining marks', MARKS],
  ['one chain of joined emoji', '👩\u200d'.repeat(LENGTH / 2)],
  ['mixed directions', 'אa1 '.repeat(LENGTH / 4)],
  ['short lines', 'a\n'.repeat(LENGTH / 2)],
]

/** Content of the note that was changed last. */
async function savedContent(user: User): Promise<string> {
  return String((await user.listNotes())[0]?.content)
}

function parts(page: Page) {
  return page.getByLabel(/^Contenido, parte/)
}

/** Sets the caret without Playwright's click, which scrolls to the middle of the field. */
async function typeAtStart(page: Page, position: number, text: string): Promise<void> {
  await parts(page)
    .nth(position)
    .evaluate((field: HTMLTextAreaElement) => {
      field.focus()
      field.setSelectionRange(0, 0)
    })
  await page.keyboard.insertText(text)
}

signedInTest(
  'a note of each slow kind is listed, edited, saved exactly and deleted',
  { tag: '@slow' },
  async ({ page, user }) => {
    signedInTest.setTimeout(180_000)
    await user.addNote('Corta')
    await openList(page, ['Corta'])
    for (const [name, text] of KINDS) {
      await signedInTest.step(name, async () => {
        await user.addNote('Larga', text)
        await page.getByRole('link', { name: 'Crear nota' }).click()
        await returnToList(page, ['Larga', 'Corta'])
        await editLink(page, 'Larga').click()
        await expect(page.getByText('se muestra y se edita por partes')).toBeVisible()
        await expect(parts(page)).toHaveCount(10)
        await typeAtStart(page, 0, 'x')
        await saveToList(page, ['Larga', 'Corta'])
        expect((await savedContent(user)) === `x${text}`).toBe(true)
        await deleteNote(page, 'Larga')
        await expectCards(page, ['Corta'])
      })
    }
  },
)

signedInTest('further parts are shown, edited and kept in their place', async ({ page, user }) => {
  const id = await user.addNote('Larga', 'a\n'.repeat(5000))
  await open(page, `/note-editor/${id}`)
  await expect(parts(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Mostrar más' }).click()
  await expect(parts(page)).toHaveCount(13)
  await expect(parts(page).nth(10)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Mostrar más' })).toBeHidden()
  await typeAtStart(page, 12, 'x')
  await typeAtStart(page, 1, 'y')
  await saveToList(page, ['Larga'])
  const saved = `${'a\n'.repeat(400)}y${'a\n'.repeat(4400)}x${'a\n'.repeat(200)}`
  expect(await savedContent(user)).toBe(saved)
})

signedInTest(
  'an unchanged note in parts is saved as it was, and its draft holds the whole text',
  async ({ page, user }) => {
    const id = await user.addNote('Larga', MARKS)
    await open(page, `/note-editor/${id}`)
    await expect(parts(page)).toHaveCount(10)
    await saveToList(page, ['Larga'])
    expect((await savedContent(user)) === MARKS).toBe(true)

    await editLink(page, 'Larga').click()
    await typeAtStart(page, 9, 'x')
    const before = MARKS.slice(0, 9 * 400 + 1)
    const changed = `${before}x${MARKS.slice(before.length)}`
    await expectDrafts(page, [changed])
    await page.reload()
    await expect(draftBanner(page)).toBeVisible()
    await recover(page)
    await expect(draftBanner(page)).toBeHidden()
    await expectDrafts(page, [changed])
  },
)

signedInTest(
  'a conflict in a note in parts shows the lines that differ',
  async ({ page, user, expectConsole }) => {
    expectConsole(/Failed to load resource.* 412/)
    const marks = MARKS.slice(0, 90_000)
    const id = await user.addNote('Larga', marks)
    await open(page, `/note-editor/${id}`)
    await typeAtStart(page, 0, 'x')
    await user.changeNote(id, 'Larga', `y${marks}`)
    await save(page)
    const dialog = conflict(page)
    await expect(dialog.getByRole('region', { name: 'Tu versión' })).toContainText('xa')
    await expect(dialog.getByRole('region', { name: 'La otra versión' })).toContainText('ya')
    await dialog.getByRole('button', { name: 'Editar las dos juntas' }).click()
    await expect(dialog).toBeHidden()
    await expect(parts(page).first()).toHaveValue(/\nxa/)
    await saveToList(page, ['Larga'])
    const saved = await savedContent(user)
    expect([`x${marks}\n`, `y${marks}`].every((version) => saved.includes(version))).toBe(true)
  },
)
