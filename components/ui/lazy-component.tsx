'use client'

import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react'

/**
 * A component whose code comes when it is first shown, or before, when `preload` is called. Code that is there shows
 * at once; React's own `lazy` shows its fallback first, and then waits for up to 300 ms. Code that cannot be had is
 * told in the log, and asked for again at the next rendering.
 *
 * @param fallback what stands there until the code has come, unless it is shown with something else
 * @param isRequired whether nothing is left to show without it: then the failure is the page's
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = null, isRequired = false }: { fallback?: ReactNode; isRequired?: boolean } = {},
) {
  let Loaded: ComponentType<Props> | undefined

  async function preload(): Promise<void> {
    Loaded = await load()
  }

  function Lazy(props: Props & { fallback?: ReactNode }) {
    const [, show] = useReducer((shown: number) => shown + 1, 0)
    const [failure, setFailure] = useState<{ cause: unknown } | null>(null)
    if (failure) throw failure.cause

    // As this rendering has it: the code may have come since.
    const isLoaded = Loaded !== undefined
    useEffect(() => {
      if (isLoaded) return
      preload().then(show, (cause: unknown) => {
        console.error(cause)
        if (isRequired) setFailure({ cause })
      })
    })

    return Loaded ? <Loaded {...props} /> : (props.fallback ?? fallback)
  }

  Lazy.preload = preload
  return Lazy
}
