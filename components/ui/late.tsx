'use client'

import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react'

/**
 * A component whose code comes when it is first shown, or before, when `prepare` is called. Code that is there shows
 * at once; React's own `lazy` shows its fallback first, and then waits for up to 300 ms. Code that cannot be had is
 * told in the log, and asked for again at the next rendering.
 *
 * @param whileLoading what stands there until the code has come, unless it is shown with something else
 * @param isNeeded whether nothing is left to show without it: then the failure is the page's
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { whileLoading = null, isNeeded = false }: { whileLoading?: ReactNode; isNeeded?: boolean } = {},
) {
  let Loaded: ComponentType<Props> | undefined

  async function prepare(): Promise<void> {
    Loaded = await load()
  }

  function Late(props: Props & { whileLoading?: ReactNode }) {
    const [, show] = useReducer((shown: number) => shown + 1, 0)
    const [failure, setFailure] = useState<{ cause: unknown } | null>(null)
    if (failure) throw failure.cause

    // As this rendering has it: the code may have come since.
    const isLoaded = Loaded !== undefined
    useEffect(() => {
      if (isLoaded) return
      prepare().then(show, (cause: unknown) => {
        console.error(cause)
        if (isNeeded) setFailure({ cause })
      })
    })

    return Loaded ? <Loaded {...props} /> : (props.whileLoading ?? whileLoading)
  }

  Late.prepare = prepare
  return Late
}
