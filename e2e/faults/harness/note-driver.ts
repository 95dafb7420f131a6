import type { Page } from '@playwright/test'
import type { Note } from '@/lib/domain/note'
import { open, save } from '../../support/actions'
import { createNote, listNotes, type Origin } from '../../support/api-client'
import { content, listDraftBackups, readDrafts } from '../../support/drafts'
import type { HostProcess } from '../../support/servers/host'
import { succeeds, waitFor } from '../../support/wait-for'
import type { BrowserOfUser } from './browser-of-user'
import type { Scenario, User } from './scenario'

const NOTE = 'Riego los martes.\n'

/** A user with a browser of its own; failed checks are counted under `name`. */
export type Writer = BrowserOfUser & {
  scenario: Scenario
  host: HostProcess
  name: string
  user: User
  driver: ReturnType<typeof createNoteDriver>
}

export type Form = { id: string | undefined; path: string }

/** Acts for one user over HTTP, with the current token, and in the form. Failed checks are counted under `name`. */
export function createNoteDriver({ random, count, fault }: Scenario, host: Origin, user: User, name: string) {
  const newNote = async () => (await createNote(host, user, 'Plantas', NOTE))._id

  return {
    /** Chooses the form of a note that is stored, or of a new one, which has no id. */
    async someForm(): Promise<Form> {
      const id = random.chance(0.75) ? await newNote() : undefined
      return { id, path: id === undefined ? '/create-note' : `/note-editor/${id}` }
    },

    /** Whether a text that was to be saved is sent by itself; else its draft must be there. */
    async isSentByItself(texts: string[]): Promise<boolean> {
      const isSent = async () => (await listNotes(host, user)).some((note) => texts.includes(note.content))
      const isStored = await succeeds(waitFor('the text is sent', 15_000, isSent))
      if (isStored) count('recovered')
      return isStored
    },

    /** Recovers drafts until each form has one of its `screens`; a missing one is 'lost'. */
    async expectRecovered(page: Page, screens: string[][]): Promise<void> {
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
    },

    async expectSaved(page: Page, id: string | undefined): Promise<void> {
      const text = await content(page).inputValue()
      await save(page)
      const isSaved = await succeeds(page.waitForURL('**/notas/'))
      const isStored = (note: Note) => id === undefined || (note._id === id && note.content === text)
      if (isSaved && (await listNotes(host, user)).some(isStored)) count('saved')
      else fault('not saved', name)
    },

    async expectNoDraft(page: Page): Promise<void> {
      const drafts = async () => [...(await readDrafts(page)), ...(await listDraftBackups(page))]
      const isGone = await succeeds(
        waitFor('the drafts are gone', 30_000, async () => !(await drafts()).length),
      )
      await open(page, '/notas')
      await page.getByRole('article').first().waitFor()
      const isOffered = await page.getByRole('link', { name: /^Abrir borrador/ }).isVisible()
      if (isGone && !isOffered) count('settled')
      else fault('not cleared', `${name}: ${JSON.stringify({ isOffered, drafts: await drafts() })}`)
    },
  }
}
