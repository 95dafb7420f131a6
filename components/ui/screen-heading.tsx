import { type ComponentProps, useEffect, useRef, useState } from 'react'

type Props = ComponentProps<'h1'> & {
  title: string
  takesFocus?: boolean
}

/** Whether this document has shown no screen yet. The first one leaves the focus to the browser. */
let isFirst = true

/** Title and heading of a screen. The heading takes the focus when the screen opens, so that reading starts there. */
export function ScreenHeading({ title, takesFocus = true, ...heading }: Props) {
  const ref = useRef<HTMLHeadingElement>(null)
  // Read at the first rendering, since React's strict mode runs the effect twice.
  const [isFirstScreen] = useState(isFirst)

  useEffect(() => {
    if (!isFirstScreen && takesFocus) ref.current?.focus({ preventScroll: true })
    isFirst = false
  }, [takesFocus])

  return (
    <>
      <title>{title}</title>
      <h1 {...heading} ref={ref} tabIndex={-1} />
    </>
  )
}
