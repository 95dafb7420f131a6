/** Text of the field with this name; of several fields, their texts joined. */
export function textIn(form: HTMLFormElement, name: string): string {
  return new FormData(form).getAll(name).join('')
}

export function focusFirst(form: HTMLFormElement | null, names: string[]): boolean {
  const field = names[0] !== undefined && form?.elements.namedItem(names[0])
  if (!(field instanceof HTMLElement)) return false
  field.focus()
  return true
}
