import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'

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
