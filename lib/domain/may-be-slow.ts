/** Whether a text has so many lines, emoji or letters of other scripts that `isSlowToShow` has to look at it. */
export function mayBeSlowToShow(text: string): boolean {
  return text.split(/[^\t -\u02ff]/, 1001).length > 1000
}
