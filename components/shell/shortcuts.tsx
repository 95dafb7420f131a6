'use client'

import { createRoot } from 'react-dom/client'
import { ShortcutHelp } from './shortcut-help'

/** Presses the element whose `aria-keyshortcuts` has the key; '?' shows the shortcuts. */
export function press({ key, repeat }: KeyboardEvent): void {
  if (repeat) return
  const dialog = document.querySelector('dialog[open]')
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
