export type Target = {
  kind: 'button' | 'link' | 'field'
  name: { source: string; flags: string }
  isInDialog: boolean
}

/**
 * Runs in the page. A field is one of the dialog, if one is open. Without inner functions: compilers may wrap named ones in
 * helpers that the page lacks.
 */
export function findInPage({ kind, name, isInDialog }: Target): Element | null {
  const pattern = new RegExp(name.source, name.flags)
  const isWanted = kind === 'field' ? document.querySelector('dialog[open]') !== null : isInDialog
  const selector = { button: 'button', link: 'a[href]', field: 'input, textarea' }[kind]
  for (const element of document.querySelectorAll<HTMLInputElement>(selector)) {
    const { ariaLabel, placeholder, labels, textContent } = element
    const ofField = [ariaLabel, placeholder, ...Array.from(labels ?? [], (label) => label.textContent)]
    const names = kind === 'field' ? ofField : [ariaLabel ?? textContent]
    if (!names.some((text) => text && pattern.test(text.trim()))) continue
    if (element.matches(':disabled, [aria-disabled=true]') || !element.checkVisibility()) continue
    // A dialog takes clicks after a moment.
    if (getComputedStyle(element).pointerEvents === 'none') continue
    if ((element.closest('dialog') !== null) === isWanted) return element
  }
  return null
}

export function target(kind: Target['kind'], name: string | RegExp, isInDialog = false): Target {
  const { source, flags } = typeof name === 'string' ? new RegExp(`^${escaped(name)}$`) : name
  return { kind, name: { source, flags }, isInDialog }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
