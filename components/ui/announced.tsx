import { type ReactNode, useDeferredValue } from 'react'

/** Status with its text. It is empty at first: screen readers announce what changes in a region, not a new region. */
export function Announced({ className, children }: { className: string; children: ReactNode }) {
  const shown = useDeferredValue(children, null)
  return (
    <p role="status" className={className}>
      {shown}
    </p>
  )
}
