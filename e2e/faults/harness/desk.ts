import type { Page } from '@playwright/test'
import { content, listDraftBackups, readDrafts } from '../../support/drafts'
import { BASE } from '../../support/fixtures'
import type { HostProcess } from '../../support/servers/host'
import type { Person, Trial } from './scenario'
import { ask } from './send'
import { until } from './wait-for'

export const NOTE = 'Riego los martes.\n'

export type Desk = ReturnType<typeof createDesk>

/** Actions of one user and checks of the text; failures are counted under the trial's name. */
export function createDesk({ count, fault }: Trial, host: HostProcess, person: Person, name: string) {
  async function storedText(id: string): Promise<string> {
    const { body } = await ask(host, 'GET', `/api/notes/${id}`, { token: person.token })
    return (JSON.parse(body) as { content: string }).content
  }

  return {
    async newNote(): Promise<string> {
      const json = { title: 'Plantas', content: NOTE }
      const { body } = await ask(host, 'POST', '/api/notes', { json, token: person.token })
      return (JSON.parse(body) as { _id: string })._id
    },

    /** On another device. */
    async changeElsewhere(id: string, text: string): Promise<void> {
      const json = { title: 'Plantas', content: text }
      await ask(host, 'PUT', `/api/notes/${id}`, { json, token: person.token })
    },

    /** On another device. */
    async deleteElsewhere(id: string): Promise<void> {
      await ask(host, 'DELETE', `/api/notes/${id}`, { token: person.token })
    },

    /**
     * Takes up one draft after the other until each is found that was on a screen; 'lost' where one is not.
     * Resolves to what was found.
     *
     * @param screens for each form, the texts of which one is enough
     */
    async expectRecovered(page: Page, screens: string[][]): Promise<string[]> {
      const found: string[] = []
      const start = await content(page).inputValue()
      for (const _ of screens) {
        const offer = page.getByRole('button', { name: 'Recuperar' })
        const isThere = await offer.waitFor().then(...SAID)
        if (!isThere) break
        const before = await content(page).inputValue()
        await offer.click()
        await page.waitForFunction((text) => document.querySelector('textarea')?.value !== text, before)
        found.push(await content(page).inputValue())
      }
      for (const texts of screens) {
        // A form that may have held nothing new promises no draft.
        if (texts.includes(start) || found.some((text) => texts.includes(text))) count('recovered')
        else fault('lost', `${name}: ${JSON.stringify({ wanted: texts[0], found })}`)
      }
      return found
    },

    /** @param id undefined for a new note */
    async expectSaved(page: Page, id: string | undefined): Promise<void> {
      const text = await content(page).inputValue()
      await pressSave(page)
      const isSaved = await page.waitForURL('**/notas/').then(...SAID)
      if (isSaved && (id === undefined || (await storedText(id)) === text)) count('saved')
      else fault('not saved', name)
    },

    /** Checks that no draft is left, neither on the disk nor on the list. */
    async expectNoDraft(page: Page): Promise<void> {
      const drafts = async () => [...(await readDrafts(page)), ...(await listDraftBackups(page))]
      const isGone = await until('the drafts are gone', 10_000, async () => !(await drafts()).length).then(
        ...SAID,
      )
      await page.goto(`${BASE}/notas`)
      await page.getByRole('article').first().waitFor()
      const isOffered = await page.getByRole('link', { name: /^Abrir borrador/ }).isVisible()
      if (isGone && !isOffered) count('settled')
      else fault('left over', `${name}: ${JSON.stringify({ isOffered, drafts: await drafts() })}`)
    },
  }
}

export const SAID = [() => true, () => false] as const

export async function pressSave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
}
