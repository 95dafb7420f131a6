import type { ReactNode } from 'react'

export type IconProps = { className?: string }

/** Line icon on a grid of 20 units. One file an icon, so that a screen loads only its own. */
export function Icon({ className = 'size-5', children }: IconProps & { children: ReactNode }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={`icon shrink-0 ${className}`}>
      {children}
    </svg>
  )
}
