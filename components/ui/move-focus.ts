import { focusSoon } from './screen-heading'

let stop = () => {}

/** Focuses the element soon, in place of what has the focus now, or was to get it. */
export function moveFocus(...place: Parameters<typeof focusSoon>): () => void {
  const focused = document.activeElement as HTMLElement | null
  focused?.blur()
  stop()
  stop = focusSoon(...place)
  return stop
}
