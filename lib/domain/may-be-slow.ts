/** Whether `isSlowToShow` has to be loaded. */
export function mayBeSlowToShow(text: string): boolean {
  return text.split(/[^\t -\u02ff]/, 1001).length > 1000
}
