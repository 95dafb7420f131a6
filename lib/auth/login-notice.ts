const NAME = 'notas-login-notice'

/** Notice that the browser does not store. Must outlive the end of a session. */
let unstored: string | null = null

/** Sets a sentence that the login screen shows once, when it next opens in this tab. */
export function leaveLoginNotice(sentence: string): void {
  try {
    sessionStorage.setItem(NAME, sentence)
  } catch {
    unstored = sentence
  }
}

/** Shows the sentence once the screen has its status, so that screen readers announce it. */
export function showLoginNotice(show: (sentence: string) => void): void {
  let sentence = unstored
  unstored = null
  try {
    sentence ??= sessionStorage.getItem(NAME)
    sessionStorage.removeItem(NAME)
  } catch {} // the browser forbids the storage
  if (sentence !== null) show(sentence)
}
