import { eraseAll } from './api'

const STYLE = `
:host { display: block; background: var(--quiet); color: var(--ink); border-bottom: 1px solid var(--line);
  font: 14px/20px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif }
aside { display: flex; gap: 0 12px; justify-content: center; align-items: center; padding: 2px 16px }
p { margin: 4px 0 }
button { font: inherit; font-weight: 600; white-space: nowrap; min-height: 28px; margin: 0 -4px; padding: 0 4px; border: 0; background: none;
  color: var(--accent); text-decoration: underline; cursor: pointer }
button:focus-visible { outline: 2px solid var(--accent); border-radius: 4px }
@media (min-width: 820px) { aside { white-space: nowrap } }
@media (max-width: 819px) { aside { justify-content: space-between } button { min-height: 44px } }
@media print { :host { display: none } }`

const TEXT =
  'Prueba: las notas quedan en este navegador; «Descargar notas» las copia. Sin contraseñas reales.'

const QUESTION = '¿Borrar de este navegador todas las notas y cuentas de la prueba?'

/** Stands before the body, which belongs to React. */
export function showStrip(): void {
  const strip = document.createElement('demo-strip')
  const style = new CSSStyleSheet()
  style.replaceSync(STYLE)
  const root = strip.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [style]
  const aside = document.createElement('aside')
  aside.ariaLabel = 'Prueba'
  const text = document.createElement('p')
  text.textContent = TEXT
  const button = document.createElement('button')
  button.textContent = 'Borrar todo'
  button.addEventListener('click', async () => {
    if (!confirm(QUESTION)) return
    await eraseAll()
    const manifest = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    location.assign(new URL('.', manifest?.href))
  })
  aside.append(text, button)
  root.append(aside)
  document.documentElement.insertBefore(strip, document.body)
}
