import { type ComponentProps, useState } from 'react'

type Props = ComponentProps<'h1'> & {
  title: string
  takesFocus?: boolean
}

/** Milliseconds after which a screen reader knows that what had the focus is gone: of a focus before, Orca may say nothing. */
const DELAY_MS = 300

/** Whether this document has shown no screen yet. The first one leaves the focus to the browser. */
let isFirst = true

/** Title and heading of a screen. The heading takes the focus when the screen opens, so that reading starts there. */
export function ScreenHeading({ title, takesFocus = true, ...heading }: Props) {
  const [open] = useState(() => {
    // Read at the first rendering, since React's strict mode calls a `ref` twice.
    const isFirstScreen = isFirst
    return (heading: HTMLElement | null) => {
      isFirst = false
      if (!isFirstScreen && takesFocus) return focusSoon(heading)
    }
  })

  return (
    <>
      <title>{title}</title>
      <h1 {...heading} ref={open} tabIndex={-1} />
    </>
  )
}

/** Focuses the element once that is heard, or at the first key, which goes to it; not if something else has the focus by then. */
export function focusSoon(element: HTMLElement | null, { preventScroll = true } = {}): () => void {
  const timer = setTimeout(focus, DELAY_MS)
  addEventListener('keydown', onKey, true)

  function focus(): boolean {
    stop()
    if (document.activeElement !== document.body) return false
    element?.focus({ preventScroll })
    return true
  }

  function onKey(event: KeyboardEvent) {
    if (!focus() || event.key !== 'Enter') return
    // A title would send its form: its own handler is not asked, since the event is that of what had the focus.
    event.preventDefault()
    element?.dispatchEvent(new KeyboardEvent('keydown', event))
  }

  function stop() {
    clearTimeout(timer)
    removeEventListener('keydown', onKey, true)
  }

  return stop
}
