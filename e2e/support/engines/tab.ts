import type { Page } from '@playwright/test'

/** One tab of a browser of any engine. Every action waits for its element, at most `LIMIT`. */
export type Tab = {
  /** Opens a screen by its path, without the base path, as a person does who types the address. */
  open: (path: string) => Promise<void>
  reload: () => Promise<void>
  /** Goes back by one entry of the history. A restored page may still be loading afterwards. */
  back: () => Promise<void>

  /** Presses a button or link outside of dialogs; a string is its whole accessible name. */
  press: (role: 'button' | 'link', name: string | RegExp) => Promise<void>
  /** Presses a button of the dialog that is open. */
  pressInDialog: (name: string) => Promise<void>
  /** Types key by key at the end of the field with this label or placeholder. */
  type: (field: string, text: string) => Promise<void>
  /** Waits for the next window.alert, accepts it and resolves to its text. */
  acceptAlert: () => Promise<string>

  /** Runs a function in the page. It is sent as text: it must not use anything outside of itself. */
  evaluate: Page['evaluate']

  /** Opens a second tab that shares all storage with this one. */
  newTab: () => Promise<Tab>
  close: () => Promise<void>
}

/** How long an action waits for its element, in milliseconds. */
export const LIMIT = 10_000
