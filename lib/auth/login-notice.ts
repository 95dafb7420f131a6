const NAME = 'notas-login-notice'

/** Notice that the browser does not store. Must outlive the end of a session. */
let unstored: string | null = null

export function leaveLoginNotice(sentence: string): void {
  try {
    sessionStorage.setItem(NAME, sentence)
  } catch {
    unstored = sentence
  }
}

/** Call it once the status is on the screen, so that screen readers announce it. */
export function showLoginNotice(show: (sentence: string) => void): void {
  let sentence = unstored
  unstored = null
  try {
    sentence ??= sessionStorage.getItem(NAME)
    sessionStorage.removeItem(NAME)
  } catch {} // the browser forbids the storage
  if (sentence !== null) show(sentence)
}
