export function preloadOnIntent(callback: () => unknown) {
  // A failure occurs again when the element is pressed, and is reported then.
  const preload = () => void Promise.resolve(callback()).catch(() => {})
  return { onFocus: preload, onPointerEnter: preload, onTouchStart: preload }
}
