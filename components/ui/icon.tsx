import type { ReactNode } from 'react'

type Props = { className?: string; children: ReactNode }

/** Line icon on a grid of 20 units. */
export function Icon({ className = 'size-5', children }: Props) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={`icon shrink-0 ${className}`}>
      {children}
    </svg>
  )
}
