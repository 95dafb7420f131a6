/** Handlers that call back when someone is about to press an element: pointer, finger or focus is on it. */
export function whenNear(callback: () => unknown) {
  const near = () => void callback()
  return { onFocus: near, onPointerEnter: near, onTouchStart: near }
}
