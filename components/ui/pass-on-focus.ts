/** Moves the focus to the heading if the element is removed with the focus in it. */
export function passOnFocus(element: HTMLElement | null) {
  return () => {
    if (element?.querySelector(':focus')) document.querySelector('h1')?.focus()
  }
}
