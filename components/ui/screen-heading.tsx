'use client'

import { type ComponentProps, useEffect, useRef } from 'react'

type Props = ComponentProps<'h1'> & {
  /** The document's title. */
  title: string
  /** False where another element of the screen has the focus when it opens. */
  takesFocus?: boolean
}

/** Whether a screen was shown before in this document: its first one leaves the focus to the browser. */
let isFirst = true

/** A screen's name: its title, and its heading, where reading starts when the screen opens. */
export function ScreenHeading({ title, takesFocus = true, ...heading }: Props) {
  const ref = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (!isFirst && takesFocus) ref.current?.focus({ preventScroll: true })
    isFirst = false
  }, [takesFocus])

  return (
    <>
      <title>{title}</title>
      <h1 {...heading} ref={ref} tabIndex={-1} />
    </>
  )
}
