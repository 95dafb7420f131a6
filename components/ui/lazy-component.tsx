'use client'

import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'

// The bundler takes a script for loaded once it has run, so a page in its place, or half of it, would be waited for
// forever. Code that has run is not affected.
globalThis.document?.addEventListener(
  'load',
  (event) => {
    if (event.target instanceof HTMLScriptElement) event.target.onerror?.(event)
  },
  true,
)

type LazyProps = { fallback?: ReactNode; onLoadError?: () => void }

/**
 * Lazy component with `preload`. Unlike `React.lazy` it renders loaded code at once: Suspense may hold its fallback
 * for 300 ms. Each showing asks for missing code once. A failure is logged, and fails the page if `isRequired`.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isRequired }: { isRequired?: boolean } = {},
) {
  let Loaded: ComponentType<Props> | undefined

  async function preload(): Promise<void> {
    Loaded = await load()
  }

  function Lazy(props: Props & LazyProps) {
    const [result, setResult] = useState<{ cause?: unknown }>({})
    if (result.cause) throw result.cause

    const onError = useEffectEvent((cause: unknown) => {
      console.error(cause)
      if (isRequired) setResult({ cause })
      else props.onLoadError?.()
    })

    // Read while rendering, since the code may arrive before the effect runs.
    const isLoaded = Loaded !== undefined
    useEffect(() => {
      if (!isLoaded) preload().then(() => setResult({}), onError)
    }, [isLoaded])

    return Loaded ? <Loaded {...props} /> : props.fallback
  }

  Lazy.preload = preload
  return Lazy
}

export function preloadOnIntent(callback: () => unknown) {
  // A failure occurs again when the element is pressed, and is reported then.
  const preload = () => void Promise.resolve(callback()).catch(() => {})
  return { onFocus: preload, onPointerEnter: preload, onTouchStart: preload }
}
