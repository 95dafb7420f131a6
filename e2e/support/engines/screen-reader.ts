import type { Tab } from './tab'

export type Heard = {
  /** New texts of live regions, with the region's role. */
  said: [role: string, text: string][]
  /** Name of the element that has the focus. */
  focus: string
}

/** Tab of a browser, and what that browser tells screen readers of it. */
export type ScreenReader = {
  tab: Tab
  /** Forgets what has been said. */
  listen: () => Promise<void>
  heard: () => Promise<Heard>
  stop: () => Promise<void>
}

export type StartScreenReader = (site: string) => Promise<ScreenReader>
