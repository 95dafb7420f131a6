/** Handlers that call back when someone is about to press an element: pointer, finger or focus is on it. */
export function preloadOnIntent(callback: () => unknown) {
  // What fails here fails again, and is told, when the element is pressed.
  const near = () => void Promise.resolve(callback()).catch(() => {})
  return { onFocus: near, onPointerEnter: near, onTouchStart: near }
}
