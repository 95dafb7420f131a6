import { useEffect } from 'react'
import { areShortcutsOff } from '@/lib/session/shortcuts-off'

/** Handles '/', 'n' and '?' outside fields, and Ctrl or Cmd with Enter. */
export function useShortcuts(): void {
  // Adding it again, after a sign-out, changes nothing.
  useEffect(() => addEventListener('keydown', onKeyDown), [])
}

function onKeyDown(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target } = event
  const isModified = ctrlKey || metaKey
  const isInField = (target as Element).matches('input, textarea')
  if (isModified ? key !== 'Enter' : isInField || altKey || !'/n?'.includes(key) || areShortcutsOff()) return
  event.preventDefault()
  // The dialog may open or close before the code has come.
  const dialog = openDialog()
  import('./shortcuts')
    .then(({ press }) => dialog === openDialog() && press(event, dialog))
    .catch(console.warn)
}

function openDialog(): Element | null {
  return document.querySelector('dialog[open]')
}
