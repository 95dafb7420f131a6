/** Whether a key belongs to an input method. Safari ends a composition before the key that ends it, whose code is 229:
 * https://bugs.webkit.org/show_bug.cgi?id=165004 */
export function isOfComposition({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229
}
