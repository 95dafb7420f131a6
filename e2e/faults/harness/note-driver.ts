import type { Page } from '@playwright/test'
import { save } from '../../support/actions'
import type { Origin } from '../../support/api-client'
import { content, listDraftBackups, readDrafts } from '../../support/drafts'
import { BASE } from '../../support/fixtures'
import { succeeds, waitFor } from '../../support/wait-for'
import type { Scenario, User } from './scenario'
import { send } from './send'

export const NOTE = 'Riego los martes.\n'

export type NoteDriver = ReturnType<typeof createNoteDriver>

/** Acts for one user over HTTP, with the current token, and in the form. Failed checks are counted under `name`. */
export function createNoteDriver({ count, fault }: Scenario, host: Origin, user: User, name: string) {
  async function storedText(id: string): Promise<string> {
    const { body } = await send(host, 'GET', `/api/notes/${id}`, { token: user.token })
    return (JSON.parse(body) as { content: string }).content
  }

  async function storedTexts(): Promise<string[]> {
    const { body } = await send(host, 'GET', '/api/notes', { token: user.token })
    return (JSON.parse(body) as { content: string }[]).map((note) => note.content)
  }

  return {
    /** Whether a text that was to be saved is sent by itself; else its draft must be there. */
    async isSentByItself(texts: string[]): Promise<boolean> {
      const isSent = async () => (await storedTexts()).some((text) => texts.includes(text))
      const isStored = await succeeds(waitFor('the text is sent', 15_000, isSent))
      if (isStored) count('recovered')
      return isStored
    },

    async newNote(): Promise<string> {
      const json = { title: 'Plantas', content: NOTE }
      const { body } = await send(host, 'POST', '/api/notes', { json, token: user.token })
      return (JSON.parse(body) as { _id: string })._id
    },

    async changeOnOtherDevice(id: string, text: string): Promise<void> {
      await send(host, 'PUT', `/api/notes/${id}`, {
        json: { title: 'Plantas', content: text },
        token: user.token,
      })
    },

    async deleteOnOtherDevice(id: string): Promise<void> {
      await send(host, 'DELETE', `/api/notes/${id}`, { token: user.token })
    },

    /** Recovers drafts until each form has one of its `screens`, and resolves to all; a missing one is 'lost'. */
    async expectRecovered(page: Page, screens: string[][]): Promise<string[]> {
      const found: string[] = []
      for (const _ of screens) {
        const offer = page.getByRole('button', { name: 'Recuperar' })
        if (!(await succeeds(offer.waitFor()))) break
        const before = await content(page).inputValue()
        await offer.click()
        await page.waitForFunction((text) => document.querySelector('textarea')?.value !== text, before)
        found.push(await content(page).inputValue())
      }
      for (const texts of screens) {
        if (found.some((text) => texts.includes(text))) count('recovered')
        else fault('lost', `${name}: ${JSON.stringify({ wanted: texts[0], found })}`)
      }
      return found
    },

    async expectSaved(page: Page, id: string | undefined): Promise<void> {
      const text = await content(page).inputValue()
      await save(page)
      const isSaved = await succeeds(page.waitForURL('**/notas/'))
      if (isSaved && (id === undefined || (await storedText(id)) === text)) count('saved')
      else fault('not saved', name)
    },

    async expectNoDraft(page: Page): Promise<void> {
      const drafts = async () => [...(await readDrafts(page)), ...(await listDraftBackups(page))]
      const isGone = await succeeds(
        waitFor('the drafts are gone', 30_000, async () => !(await drafts()).length),
      )
      await page.goto(`${BASE}/notas`)
      await page.getByRole('article').first().waitFor()
      const isOffered = await page.getByRole('link', { name: /^Abrir borrador/ }).isVisible()
      if (isGone && !isOffered) count('settled')
      else fault('not cleared', `${name}: ${JSON.stringify({ isOffered, drafts: await drafts() })}`)
    },
  }
}
