import type { Tab } from './tab'

/** The last is fetched, and runs in `npm run test:browsers` alone. */
export const ENGINES = ['chromium', 'firefox', 'webkit', 'oldest chromium'] as const

export type EngineName = (typeof ENGINES)[number]

export type Engine = {
  /** Name and version: 'Firefox 153.7'. */
  version: string
  /** Opens a tab in an empty profile of its own. `site` is the origin with the base path. */
  newProfile: (site: string) => Promise<Profile>
  stop: () => Promise<void>
}

export type Profile = {
  tab: Tab
  /** Closes all its tabs and removes its data. */
  remove: () => Promise<void>
}

export type StartEngine = () => Promise<Engine>
