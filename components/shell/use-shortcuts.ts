import { useEffect } from 'react'
import { isOfComposition } from '@/components/ui/composition'
import { areShortcutsOff } from '@/lib/session/shortcuts-off'

/** Whatever else has the focus may be a field, also one that an extension has put on the page. */
const NO_FIELD = 'body, h1, a, button, dialog'

const NOTE_FIELD = '[name="title"], [name="content"]'

/** Handles '/', 'n' and '?' where nobody types, and Ctrl or Cmd with Enter or S. */
export function useShortcuts(): void {
  // Adding it again, after a sign-out, changes nothing.
  useEffect(() => addEventListener('keydown', onKeyDown), [])
}

/** Presses what has the key as `aria-keyshortcuts` in the dialog, else on the screen; '?' shows the shortcuts. */
function onKeyDown(event: KeyboardEvent): void {
  const { repeat, target } = event
  const name = shortcutOf(event)
  const places = name.length > 1 ? `${NO_FIELD}, ${NOTE_FIELD}` : NO_FIELD
  if (!name || !(target instanceof HTMLElement) || !target.matches(places) || target.isContentEditable) return
  const selector = `[aria-keyshortcuts~="${name}"]`
  // Elsewhere Ctrl+S is the browser's.
  if (name === 'Control+S' && !document.querySelector(selector)) return
  event.preventDefault()
  if (repeat) return
  const dialog = openDialog()
  const element = (dialog ?? document).querySelector<HTMLElement>(selector)
  if (!element && !dialog && name === '?')
    import('./shortcut-help').then(({ showHelp }) => openDialog() || showHelp()).catch(console.warn)
  element?.focus()
  element?.click()
}

/** Name as in `aria-keyshortcuts`; empty for other keys, and within a composition. */
function shortcutOf(event: KeyboardEvent): string {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (altKey || isOfComposition(event)) return ''
  if (!ctrlKey && !metaKey) return '/n?'.includes(key) && !areShortcutsOff() ? key : ''
  if (key === 'Enter') return 'Control+Enter'
  return key.toLowerCase() === 's' && !shiftKey ? 'Control+S' : ''
}

function openDialog(): Element | null {
  return document.querySelector('dialog[open]')
}
