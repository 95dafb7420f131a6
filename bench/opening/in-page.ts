import { CONDITIONS } from '../list/in-page/conditions'
import { painted } from '../list/in-page/painted'

/** Nothing else is watched: on a slow processor each timer would delay the page. */
const opening = {
  titles: painted(CONDITIONS.anyTitle),
  cards: painted(CONDITIONS.anyCard),
  hydrated: painted(isHydrated),
}

export type Opening = typeof opening

Object.assign(globalThis, { opening })

/** React has taken over the empty page. */
function isHydrated(): boolean {
  return Object.keys(document.querySelector('p') ?? {}).some((key) => key.startsWith('__react'))
}
