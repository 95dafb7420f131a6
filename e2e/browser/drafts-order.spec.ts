import { editLink, expectCards, expectScreen, open, save, write } from '../support/actions'
import { expectCachedList } from '../support/browser-storage'
import { content, draftBanner, expectDrafts, recover } from '../support/drafts'
import { expect, signedInTest } from '../support/fixtures'

signedInTest(
  'a draft that reads as the note did before is kept, though that is all that is known without a network',
  async ({ page, user, expectConsole }) => {
    expectConsole(/Failed to load resource|Failed to fetch/)
    const id = await user.addNote('Plantas', 'Riego\nLuz')
    await open(page, '/notas')
    await expectCachedList(page, ['Plantas'])
    const changed = await page.request.put(`/api/notes/${id}`, {
      headers: { Authorization: `Bearer ${user.token}` },
      data: { title: 'Plantas', content: 'Riego\nLuz\nAbono' },
    })
    expect(changed.status()).toBe(200)
    await open(page, `/note-editor/${id}`)
    await expect(content(page)).toHaveValue('Riego\nLuz\nAbono')
    await write(page, { content: 'Riego\nLuz' })
    await expectDrafts(page, ['Riego\nLuz'])

    await page.route('**/api/notes**', (route) => route.abort())
    await page.route('**/api/notes/*', (route) => route.abort())
    await open(page, `/note-editor/${id}`)
    await expect(content(page)).toHaveValue('Riego\nLuz')
    await expect(draftBanner(page)).toBeVisible()
    await open(page, '/notas')
    await expect(page.getByText('Cambios sin guardar en «Plantas»')).toBeVisible()
    await expectDrafts(page, ['Riego\nLuz'])

    await page.unrouteAll()
    await open(page, `/note-editor/${id}`)
    await expect(content(page)).toHaveValue('Riego\nLuz\nAbono')
    await recover(page)
    await expect(content(page)).toHaveValue('Riego\nLuz')
    await save(page)
    await expectCards(page, ['Plantas'])
    await expectDrafts(page, [])
    await editLink(page, 'Plantas').click()
    await expect(content(page)).toHaveValue('Riego\nLuz')
  },
)

signedInTest(
  'a draft that reads as an older list has the note is not settled by it, though the clock was set back',
  async ({ page, context, user }) => {
    const id = await user.addNote('Plantas', 'Riego')
    await open(page, '/notas')
    await expectCards(page, ['Plantas'])
    const changed = await page.request.put(`/api/notes/${id}`, {
      headers: { Authorization: `Bearer ${user.token}` },
      data: { title: 'Plantas', content: 'Riego\nLuz' },
    })
    expect(changed.status()).toBe(200)
    const other = await context.newPage()
    await other.clock.install({ time: Date.now() - 24 * 3_600_000 })
    await open(other, `/note-editor/${id}`)
    await write(other, { content: 'Riego' })
    await expectDrafts(other, ['Riego'])
    await other.close()

    // The list of before is on the screen while the new one is under way.
    await editLink(page, 'Plantas').click()
    await expect(content(page)).toHaveValue('Riego\nLuz')
    await page.route('**/api/notes', () => {})
    await page.getByRole('link', { name: 'Volver' }).click()
    await expectCards(page, ['Plantas'])
    await page.getByRole('link', { name: 'Abrir borrador: Plantas' }).click()
    await expect(draftBanner(page)).toBeVisible()
    await recover(page)
    await expect(content(page)).toHaveValue('Riego')
    await expectDrafts(page, ['Riego'])
  },
)

for (const [clock, hours] of [
  ['a day ahead', 24],
  ['a day behind', -24],
] as const) {
  signedInTest(
    `what was typed while the clock stood ${clock} is within reach when the note was deleted elsewhere`,
    async ({ page, context, user }) => {
      const id = await user.addNote('Plantas', 'Riego')
      await user.addNote('Frase')
      await page.clock.install({ time: Date.now() + hours * 3_600_000 })
      await open(page, `/note-editor/${id}`)
      await write(page, { content: 'Riego los martes.' })
      await expectDrafts(page, ['Riego los martes.'])
      await page.close()
      const next = await context.newPage()
      await next.request.delete(`/api/notes/${id}`, { headers: { Authorization: `Bearer ${user.token}` } })
      await open(next, '/notas')

      await expect(next.getByText('Nota nueva sin guardar: «Plantas»')).toBeVisible()
      await next.getByRole('link', { name: 'Abrir borrador: Plantas' }).click()
      await expectScreen(next, '/create-note')
      await recover(next)
      await expect(content(next)).toHaveValue('Riego los martes.')
    },
  )

  signedInTest(
    `what is typed after the clock, which stood ${clock}, was set right is the latest draft, and the last to go`,
    async ({ page, user }) => {
      const id = await user.addNote('Plantas', 'Riego')
      await page.clock.install({ time: Date.now() + hours * 3_600_000 })
      await open(page, `/note-editor/${id}`)
      await write(page, { content: 'Riego los martes.' })
      await expectDrafts(page, ['Riego los martes.'])
      await page.clock.setSystemTime(Date.now())
      await write(page, { content: 'Riego los viernes.' })
      await expectDrafts(page, ['Riego los viernes.'])
      await open(page, `/note-editor/${id}`)
      await recover(page)
      await expect(content(page)).toHaveValue('Riego los viernes.')
      await write(page, { content: 'Riego los sábados.' })
      await expectDrafts(page, ['Riego los sábados.'])
      await save(page)
      await expectScreen(page, '/notas')
      await expectDrafts(page, [])
    },
  )
}
