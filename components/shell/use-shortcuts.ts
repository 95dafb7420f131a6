import { useEffect } from 'react'
import { areShortcutsOff } from '@/lib/session/shortcuts-off'

/** Handles '/', 'n' and '?' outside fields, and Ctrl or Cmd with Enter. */
export function useShortcuts(): void {
  // Adding it again, after a sign-out, changes nothing.
  useEffect(() => addEventListener('keydown', onKeyDown), [])
}

/** Presses what has the key as `aria-keyshortcuts` in the dialog, else on the screen; '?' shows the shortcuts. */
function onKeyDown(event: KeyboardEvent): void {
  const { key, repeat, ctrlKey, metaKey, altKey, target } = event
  const isModified = ctrlKey || metaKey
  const isInField = (target as Element).matches('input, textarea')
  if (isModified ? key !== 'Enter' : isInField || altKey || !'/n?'.includes(key) || areShortcutsOff()) return
  event.preventDefault()
  if (repeat) return
  const dialog = openDialog()
  const name = key === 'Enter' ? 'Control+Enter' : key
  const element = (dialog ?? document).querySelector<HTMLElement>(`[aria-keyshortcuts="${name}"]`)
  if (!element && !dialog && key === '?')
    import('./shortcut-help').then(({ showHelp }) => openDialog() || showHelp()).catch(console.warn)
  element?.focus()
  element?.click()
}

function openDialog(): Element | null {
  return document.querySelector('dialog[open]')
}
