'use client'

import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react'

/**
 * A component whose code comes when it is first shown, or before, when `prepare` is called. Code that is there shows
 * at once; React's own `lazy` shows its fallback first, and then waits for up to 300 ms.
 *
 * @param whileLoading what stands there until the code has come
 * @param whenMissing what stands there where the code cannot be had
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  whileLoading: ReactNode = null,
  whenMissing: (cause: unknown) => ReactNode = () => null,
) {
  let Loaded: ComponentType<Props> | undefined

  async function prepare(): Promise<void> {
    Loaded = await load()
  }

  function Late(props: Props) {
    const [, show] = useReducer((shown: number) => shown + 1, 0)
    const [missing, setMissing] = useState<{ cause: unknown } | null>(null)

    // As this render has it: the code may have come since.
    const isLoaded = Loaded !== undefined
    useEffect(() => {
      if (isLoaded || missing) return
      prepare().then(show, (cause: unknown) => {
        console.error(cause)
        setMissing({ cause })
      })
    })

    if (Loaded) return <Loaded {...props} />
    return missing ? whenMissing(missing.cause) : whileLoading
  }

  Late.prepare = prepare
  return Late
}
