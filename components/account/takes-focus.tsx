'use client'

import { type ReactNode, useEffect, useRef } from 'react'

/** Takes over the focus of a button that is gone, so that the keyboard goes on from here. */
export function TakesFocus({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}
