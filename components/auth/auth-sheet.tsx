'use client'

import type { ReactNode } from 'react'
import { paperClass } from '@/components/brand/paper'
import { Wordmark } from '@/components/brand/wordmark'
import { ScreenHeading } from '@/components/ui/screen-heading'
import { ScreenLink } from '@/components/ui/screen-link'
import { CARD_COLORS } from '@/lib/domain/card-colors'

const TURNS = ['', '', '-rotate-[1.1deg]', 'rotate-[.5deg]', '', '', 'rotate-[1.5deg]', '']

type Props = { heading: string; link: { href: string; label: string }; children: ReactNode }

export function AuthSheet({ heading, link, children }: Props) {
  return (
    <main lang="en" className="mx-auto pb-12 sm:max-w-108">
      <div className="border-line bg-sheet px-[min(1.5rem,7.5vw)] pt-8 sheet-shadow sm:border-x sm:px-12 sm:pt-18 dark:border-transparent">
        <p>
          <Wordmark isLarge />
        </p>
        <ScreenHeading title={`${heading} · Notas`} className="mt-9 mb-5 text-xl leading-[1.2] font-semibold">
          {heading}
        </ScreenHeading>
        {children}
        <p className="mt-5 border-t border-line pt-3 pb-6 text-center sm:pb-7">
          <ScreenLink
            href={link.href}
            className="inline-flex min-h-11 items-center px-2 font-semibold text-accent underline underline-offset-4"
          >
            {link.label}
          </ScreenLink>
        </p>
      </div>
      <TearOffStrips />
    </main>
  )
}

function TearOffStrips() {
  return (
    <div aria-hidden="true" className="flex gap-[3px]">
      {CARD_COLORS.map((color, i) => (
        <div
          key={color}
          className={`${paperClass(color)} ${TURNS[i]} h-[82px] flex-1 origin-top rounded-b-paper border-x border-b border-paper-border bg-paper card-shadow dark:border-transparent`}
        />
      ))}
    </div>
  )
}
