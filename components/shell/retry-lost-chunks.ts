type Bundler = { push: (chunk: [script?: HTMLScriptElement]) => void }

/** Makes the bundler retry a script that loads without its code, such as an error page: it retries on errors alone. */
export function retryLostChunks(): void {
  const bundler = (globalThis as { TURBOPACK?: Bundler }).TURBOPACK
  if (!bundler || !globalThis.document) return
  const { push } = bundler
  // Registered scripts must stay: in Chromium, Ctrl+Z cannot undo past the removal of a node.
  bundler.push = (chunk) => {
    if (chunk[0]) chunk[0].onerror = null
    push(chunk)
  }
  document.addEventListener(
    'load',
    (event) => {
      if (event.target instanceof HTMLScriptElement) event.target.onerror?.(event)
    },
    true,
  )
}
