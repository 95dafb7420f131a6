'use client'

import { useRouter } from 'next/navigation'
import type { ComponentProps, MouseEvent } from 'react'
import { addressOf } from './address'
import { preloadOnIntent } from './preload-on-intent'

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  /** A screen's path, without the base path: '/notas'. */
  href: string
  /** Makes ready what the screen needs; called when someone is about to go there. */
  preload?: (href: string) => unknown
  navigate?: (href: string) => void
}

/**
 * A link from screen to screen. Next's own costs 3.5 kB at the first load, and asks for what every link on the
 * screen leads to; this one asks when the pointer or the focus is on it.
 */
export function ScreenLink({ href, preload, navigate, ...props }: Props) {
  const router = useRouter()

  function follow(event: MouseEvent) {
    if (isForBrowser(event)) return
    event.preventDefault()
    ;(navigate ?? router.push)(href)
  }

  return (
    <a
      {...props}
      href={addressOf(href)}
      onClick={follow}
      {...preloadOnIntent(() => (preload ?? router.prefetch)(href))}
    />
  )
}

/** A new tab, a new window or a download are the browser's affair. */
function isForBrowser({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}
