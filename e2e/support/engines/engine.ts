import type { Page } from '@playwright/test'

/** The last is fetched, and runs in `npm run test:browsers` alone. */
export const ENGINES = ['chromium', 'firefox', 'webkit', 'oldest chromium'] as const

export type EngineName = (typeof ENGINES)[number]

export type Engine = {
  /** Name and version: 'Firefox 153.7'. */
  version: string
  newProfile: (site: string) => Promise<Profile>
  /** Undefined where what the engine tells screen readers cannot be read. */
  newReader?: (site: string) => Promise<ScreenReader>
  stop: () => Promise<void>
}

export type Profile = {
  tab: Tab
  remove: () => Promise<void>
}

export type StartEngine = () => Promise<Engine>

/** Resolves to loopback in every engine. Unlike 127.0.0.1, plain http under a name is no secure context. */
export const NAMED_HOST = 'notas.test'

/** Every action waits for its element, at most `LIMIT`. */
export type Tab = {
  open: (path: string) => Promise<void>
  reload: () => Promise<void>
  /** Goes back by one history entry. A restored page may still be loading afterwards. */
  back: () => Promise<void>

  /** Presses a button or link outside of dialogs; a string is its whole accessible name. */
  press: (role: 'button' | 'link', name: string | RegExp) => Promise<void>
  pressInDialog: (name: string) => Promise<void>
  /** Types key by key at the end of the field with this label or placeholder. */
  type: (field: string, text: string) => Promise<void>
  key: (key: string) => Promise<void>
  acceptAlert: () => Promise<string>

  /** Runs a function in the page. It is sent as text and must not use its closure. */
  evaluate: Page['evaluate']

  newTab: () => Promise<Tab>
  close: () => Promise<void>
}

/** Milliseconds. */
export const LIMIT = 60_000

export type Heard = {
  /** New texts of live regions, with the region's role. */
  said: [role: string, text: string][]
  focus: string
}

export type ScreenReader = {
  tab: Tab
  listen: () => Promise<void>
  heard: () => Promise<Heard>
  stop: () => Promise<void>
}
