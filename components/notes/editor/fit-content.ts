/** Keeps a field as high as its text, where the browser has no `field-sizing` (Safari, Firefox before 150). */
export function fitContent(field: HTMLTextAreaElement): void {
  function fit() {
    const { scrollY } = window
    field.style.minHeight = ''
    field.style.minHeight = `${field.scrollHeight}px`
    scrollTo(0, scrollY)
  }

  field.addEventListener('input', fit)
  // Observes the width, too: a turned phone breaks lines elsewhere.
  new ResizeObserver(fit).observe(field)
  fit()
  field.dispatchEvent(new Event('fitted'))
}
