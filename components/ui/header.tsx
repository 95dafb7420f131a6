import type { ReactNode } from 'react'

export const HEADER_BUTTON = 'button button-normal button-quiet min-w-11 px-0'

export function Header({ children }: { children: ReactNode }) {
  return (
    <header className="sticky top-0 z-10 flex min-h-16 flex-wrap items-center bg-page px-4 py-2.5 sm:min-h-18 sm:px-8 sm:py-3.5 lg:px-12">
      {children}
    </header>
  )
}
