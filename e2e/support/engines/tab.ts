import type { Page } from '@playwright/test'

/** One tab of a browser of any engine. Every action waits for its element, at most `LIMIT`. */
export type Tab = {
  /** Opens a screen by its path, without the base path. */
  open: (path: string) => Promise<void>
  reload: () => Promise<void>
  /** Goes back by one history entry. A restored page may still be loading afterwards. */
  back: () => Promise<void>

  /** Presses a button or link outside of dialogs; a string is its whole accessible name. */
  press: (role: 'button' | 'link', name: string | RegExp) => Promise<void>
  pressInDialog: (name: string) => Promise<void>
  /** Types key by key at the end of the field with this label or placeholder. */
  type: (field: string, text: string) => Promise<void>
  /** Presses a key where the focus is: 'a', 'Tab', 'Control+Enter'. */
  key: (key: string) => Promise<void>
  /** Waits for the next window.alert, accepts it and resolves to its text. */
  acceptAlert: () => Promise<string>

  /** Runs a function in the page. It is sent as text and must not use its closure. */
  evaluate: Page['evaluate']

  /** Opens a second tab that shares all storage with this one. */
  newTab: () => Promise<Tab>
  close: () => Promise<void>
}

/** Longest wait of an action for its element, in milliseconds. */
export const LIMIT = 30_000
