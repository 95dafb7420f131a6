/**
 * When the focused element goes, moves the focus to the row that takes its place, else to the section. Not to a button
 * there: a key pressed twice would act on another row. Returns a function that stops it.
 */
export function keepFocus(section: HTMLElement): () => void {
  let focused: Element | null = null
  let place = 0
  const rows = () => [...section.querySelectorAll<HTMLElement>('li[tabindex]')]
  const rowsBefore = (element: Element) =>
    rows().filter((row) => row.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_FOLLOWING).length

  function onFocus({ target }: FocusEvent) {
    focused = target as Element
    place = rowsBefore(focused)
  }

  const observer = new MutationObserver(() => {
    if (focused?.isConnected) {
      place = rowsBefore(focused)
    } else if (focused && document.activeElement === document.body) {
      const next = rows()[place] ?? rows().at(-1) ?? section
      next.focus()
    }
  })
  section.addEventListener('focusin', onFocus)
  observer.observe(section, { childList: true, subtree: true })
  return () => {
    section.removeEventListener('focusin', onFocus)
    observer.disconnect()
  }
}
