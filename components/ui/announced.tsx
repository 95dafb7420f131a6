import { type ReactNode, useEffect, useState } from 'react'

/** Status with its text. It is empty at first: screen readers announce what changes in a region, not a new region. */
export function Announced({ className, children }: { className: string; children: ReactNode }) {
  const [isMounted, setIsMounted] = useState(false)
  useEffect(() => setIsMounted(true), [])
  return (
    <p role="status" className={className}>
      {isMounted && children}
    </p>
  )
}
