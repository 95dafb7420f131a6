/** Set by the screens' first effect: React may have replaced what an extension or a translation had changed by then. */
const HYDRATED = 'hydrated'

type Field = HTMLInputElement | HTMLTextAreaElement

const fields = new Set<Field>()

// Keeps what is typed while the scripts load, with the focus and the caret.
addEventListener('focusin', collect)
addEventListener('input', collect)
addEventListener(HYDRATED, restore, { once: true })

function collect({ target }: Event): void {
  if (!(target instanceof HTMLElement) || !target.matches('form [name]')) return
  // The last one has the focus.
  fields.delete(target as Field)
  fields.add(target as Field)
}

function restore(): void {
  removeEventListener('focusin', collect)
  removeEventListener('input', collect)
  for (const field of fields) {
    const shown = field.isConnected ? field : document.querySelector<Field>(`form [name="${field.name}"]`)
    if (!shown) continue
    if (shown !== field) {
      shown.value = field.value
      shown.focus()
      shown.setSelectionRange(field.selectionStart, field.selectionEnd)
    }
    if (shown.value) shown.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
