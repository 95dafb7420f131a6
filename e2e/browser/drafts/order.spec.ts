import {
  edit,
  editLink,
  expectScreen,
  open,
  openList,
  returnToList,
  save,
  saveToList,
} from '../../support/actions'
import { openCachedList } from '../../support/browser-storage'
import { content, draftBanner, expectDrafts, recover, writeDraft } from '../../support/drafts'
import { expect, signedInTest } from '../../support/fixtures'

signedInTest(
  'a draft equal to an older version of the note stays when only the cached list has that version',
  async ({ page, user, expectConsole }) => {
    expectConsole(/Failed to load resource|Failed to fetch/)
    const id = await user.addNote('Plantas', 'Riego\nLuz')
    await openCachedList(page, ['Plantas'])
    await user.changeNote(id, 'Plantas', 'Riego\nLuz\nAbono')
    await open(page, `/note-editor/${id}`)
    await expect(content(page)).toHaveValue('Riego\nLuz\nAbono')
    await writeDraft(page, { content: 'Riego\nLuz' })

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
    await recover(page, 'Riego\nLuz')
    await saveToList(page, ['Plantas'])
    await expectDrafts(page, [])
    await editLink(page, 'Plantas').click()
    await expect(content(page)).toHaveValue('Riego\nLuz')
  },
)

signedInTest(
  'a draft equal to the note in an outdated list stays, even with a clock that was set back',
  async ({ page, context, user }) => {
    const id = await user.addNote('Plantas', 'Riego')
    await openList(page, ['Plantas'])
    await user.changeNote(id, 'Plantas', 'Riego\nLuz')
    const other = await context.newPage()
    await other.clock.install({ time: Date.now() - 24 * 3_600_000 })
    await open(other, `/note-editor/${id}`)
    await writeDraft(other, { content: 'Riego' })
    await other.close()

    // The old list is shown while the new one loads.
    await editLink(page, 'Plantas').click()
    await expect(content(page)).toHaveValue('Riego\nLuz')
    await page.route('**/api/notes', () => {})
    await returnToList(page, ['Plantas'])
    await page.getByRole('link', { name: 'Abrir borrador: Plantas' }).click()
    await expect(draftBanner(page)).toBeVisible()
    await recover(page, 'Riego')
    await expectDrafts(page, ['Riego'])
  },
)

for (const [clock, hours] of [
  ['a day ahead', 24],
  ['a day behind', -24],
] as const) {
  signedInTest(
    `after a clock ${clock} is set right the newest draft is offered, and a draft from such a clock survives its note`,
    async ({ page, context, user }) => {
      const id = await user.addNote('Plantas', 'Riego')
      await user.addNote('Frase')
      await page.clock.install({ time: Date.now() + hours * 3_600_000 })
      await open(page, `/note-editor/${id}`)
      await writeDraft(page, { content: 'Riego los martes.' })
      await page.clock.setSystemTime(Date.now())
      await writeDraft(page, { content: 'Riego los viernes.' })
      await open(page, `/note-editor/${id}`)
      await recover(page, 'Riego los viernes.')
      await writeDraft(page, { content: 'Riego los sábados.' })
      await save(page)
      await expectScreen(page, '/notas')
      await expectDrafts(page, [])

      await page.clock.setSystemTime(Date.now() + hours * 3_600_000)
      await edit(page, 'Plantas', { content: 'Riego los martes.' })
      await expectDrafts(page, ['Riego los martes.'])
      await page.close()
      const next = await context.newPage()
      await user.call('DELETE', `/api/notes/${id}`)
      await open(next, '/notas')
      await expect(next.getByText('Nota nueva sin guardar: «Plantas»')).toBeVisible()
      await next.getByRole('link', { name: 'Abrir borrador: Plantas' }).click()
      await expectScreen(next, '/create-note')
      await recover(next, 'Riego los martes.')
      await saveToList(next, ['Plantas', 'Frase'])
      await expectDrafts(next, [])
    },
  )
}
