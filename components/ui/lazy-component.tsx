import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'

type Bundler = { push: (chunk: [script?: HTMLScriptElement]) => void }

const bundler = (globalThis as { TURBOPACK?: Bundler }).TURBOPACK

// The bundler waits forever for a script that loads without registering code, such as an error page; on an error it retries.
// Registered scripts must stay: in Chromium, Ctrl+Z cannot undo past the removal of a node.
if (bundler && globalThis.document) {
  const { push } = bundler
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

type LazyProps = { fallback?: ReactNode; onLoadError?: () => void }

/** Lazy component with `preload`. Each showing asks for missing code once; a failure fails the page if `isRequired`. */
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
