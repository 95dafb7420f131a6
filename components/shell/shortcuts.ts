import { isOfComposition } from '@/components/ui/composition'
import { areShortcutsOff } from '@/lib/session/shortcuts-off'

/** Whatever else has the focus may be a field, also one that an extension has put on the page. */
const NO_FIELD = 'body,h1,a,button,dialog,section'

const SAVE = 'Control+Enter'

/** Typed since 'Crear nota' was pressed, until the form takes it or the user goes elsewhere. */
let typedAhead: string | undefined

export function takeTypedAhead(): string {
  const typed = typedAhead ?? ''
  typedAhead = undefined
  return typed
}

/** Handles '/', 'n' and '?' where nobody types, and Ctrl or Cmd with Enter or S. Another call changes nothing. */
export function handleShortcuts(): void {
  addEventListener('keydown', onKeyDown)
  addEventListener('click', onClick)
  addEventListener('popstate', takeTypedAhead)
  for (const type of ['keydown', 'click']) addEventListener(type, tellStatuses, { once: true })
}

function onClick({ target, defaultPrevented }: MouseEvent): void {
  const pressed = (target as Element).closest('a,button,input')
  if (!pressed) return
  const isNew = defaultPrevented && pressed.matches('[aria-keyshortcuts=n]')
  typedAhead = isNew ? (typedAhead ?? '') : undefined
}

/** Presses what has the key as `aria-keyshortcuts` in the dialog, else on the screen; '?' shows the shortcuts. */
function onKeyDown(event: KeyboardEvent): void {
  const { key, repeat, ctrlKey, metaKey, altKey } = event
  // Not the event's target: a form that has just opened takes the focus at this key.
  const target = document.activeElement as HTMLElement | null
  const typed = key === 'Enter' ? '\n' : key
  // AltGr is both in Windows.
  const isAhead = typedAhead !== undefined && target?.matches('body,[aria-keyshortcuts=n]')
  const isErasing = key === 'Backspace'
  if (isAhead && (isErasing || typed.length === 1) && ctrlKey === altKey && !metaKey) {
    typedAhead = isErasing ? takeTypedAhead().slice(0, -1) : typedAhead + typed
    event.preventDefault()
    return
  }
  const name = shortcutOf(event)
  const places = name === SAVE ? `${NO_FIELD},[name=title],[name=content]` : NO_FIELD
  if (!name || target?.isContentEditable || !target?.matches(places)) return
  const selector = `[aria-keyshortcuts~="${name}"]`
  // On screens without its button a key is the browser's.
  if (name !== '?' && !document.querySelector(selector)) return
  event.preventDefault()
  if (repeat) return
  const dialog = openDialog()
  const element = (dialog ?? document).querySelector<HTMLElement>(selector)
  if (!element && !dialog && name === '?')
    import('./shortcut-help').then(({ showHelp }) => openDialog() || showHelp()).catch(console.warn)
  element?.focus()
  element?.click()
}

function tellStatuses(): void {
  // Without this code the statuses tell their texts themselves.
  import('./tell-statuses').then((code) => code.tellStatuses()).catch(() => {})
}

/** Name as in `aria-keyshortcuts`; empty for other keys, and within a composition. */
function shortcutOf(event: KeyboardEvent): string {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (altKey || isOfComposition(event)) return ''
  if (!ctrlKey && !metaKey) return '/n?'.includes(key) && !areShortcutsOff() ? key : ''
  return key === 'Enter' || (key.toLowerCase() === 's' && !shiftKey) ? SAVE : ''
}

function openDialog(): Element | null {
  return document.querySelector('dialog[open]')
}
