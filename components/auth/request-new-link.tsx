'use client'

import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import { preloadOnIntent } from '@/components/ui/preload-on-intent'
import { LazyForgotPasswordDialog } from './lazy'

type Props = {
  /** Why the one that led here does not do. */
  reason: string
  /** Whether it takes the focus, as what had it is gone. */
  isFocused: boolean
}

/** The way to a new link. */
export function RequestNewLink({ reason, isFocused }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [asked, setAsked] = useState<object | null>(null)

  useEffect(() => {
    if (isFocused) button.current?.focus()
  }, [isFocused])

  return (
    <div className="grid gap-4">
      <ErrorStrip message={reason} />
      <Button
        ref={button}
        variant="solid"
        size="large"
        onClick={() => setAsked({})}
        {...preloadOnIntent(LazyForgotPasswordDialog.preload)}
      >
        Ask for a new link
      </Button>
      {asked && <LazyForgotPasswordDialog email="" onClose={() => setAsked(null)} />}
    </div>
  )
}
