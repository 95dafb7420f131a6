/** Must outlive the end of a session. */
let notice: string | null = null

/** Sets a sentence that the login screen shows once, when it next opens. */
export function leaveLoginNotice(sentence: string): void {
  notice = sentence
}

/** Shows the sentence once the screen has its status, so that screen readers announce it. */
export function showLoginNotice(show: (sentence: string) => void): void {
  if (notice !== null) show(notice)
  notice = null
}
