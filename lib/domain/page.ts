/** Whether a response is a page: typed HTML, XHTML or not at all, with a body that begins like one. */
export function isPage(text: string, type: string | null): boolean {
  return /^\s*</.test(text) && /^(\s*$|(text\/html|application\/xhtml\+xml)\b)/i.test(type ?? '')
}
