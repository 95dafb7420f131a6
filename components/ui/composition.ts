/** Whether a key belongs to an input method. In Safari the key that ends it has the code 229: https://bugs.webkit.org/show_bug.cgi?id=165004 */
export function isOfComposition({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229
}
