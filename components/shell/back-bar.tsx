import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'
import { ScreenHeading } from '@/components/ui/screen-heading'
import { ScreenLink } from '@/components/ui/screen-link'

type Props = {
  heading: string
  title?: string
  takesFocus?: boolean
  className?: string
  children?: ReactNode
}

export function BackBar({ heading, title = heading, takesFocus, className = '', children }: Props) {
  return (
    <header
      className={`sticky top-0 z-10 flex flex-wrap items-center justify-end bg-paper py-2 pr-3 pl-1.5 text-ink sm:bg-paper-desk sm:px-0 sm:pt-5 sm:pb-3.5 ${className}`}
    >
      <ScreenLink
        href="/notas"
        aria-label="Volver"
        className="grid size-11 place-items-center rounded-control hover:bg-quiet sm:-ml-3 sm:mr-6"
      >
        <Icon>
          <path d="M17 10H3.5m5-5-5 5 5 5" />
        </Icon>
      </ScreenLink>
      <ScreenHeading
        title={`${title} · Notas`}
        takesFocus={takesFocus}
        className="mr-auto pl-1 font-semibold sm:pl-0 sm:text-field"
      >
        {heading}
      </ScreenHeading>
      {children}
    </header>
  )
}
