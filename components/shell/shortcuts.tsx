import { createRoot } from 'react-dom/client'
import { ShortcutHelp } from './shortcut-help'

/** Presses what has the key as `aria-keyshortcuts` in the dialog, else on the screen; '?' shows the shortcuts. */
export function press({ key, repeat }: KeyboardEvent, dialog: Element | null): void {
  if (repeat) return
  const name = key === 'Enter' ? 'Control+Enter' : key
  const element = (dialog ?? document).querySelector<HTMLElement>(`[aria-keyshortcuts="${name}"]`)
  if (!element && !dialog && key === '?') showHelp()
  element?.focus()
  element?.click()
}

/** In a root of its own, so that no screen has code for it. */
export function showHelp(): void {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  function close() {
    root.unmount()
    container.remove()
  }
  root.render(<ShortcutHelp onClose={close} />)
}
