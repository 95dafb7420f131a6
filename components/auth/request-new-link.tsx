import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import { lazyComponent, preloadOnIntent } from '@/components/ui/lazy-component'

const LazyForgotPasswordDialog = lazyComponent(
  async () => (await import('./forgot-password-dialog')).ForgotPasswordDialog,
)

type Props = {
  reason: string
  isFocused: boolean
}

export function RequestNewLink({ reason, isFocused }: Props) {
  const [isAsking, setIsAsking] = useState(false)

  const close = () => setIsAsking(false)

  return (
    <div className="grid gap-4">
      <ErrorStrip message={reason} />
      <Button
        autoFocus={isFocused}
        variant="solid"
        size="large"
        onClick={() => setIsAsking(true)}
        {...preloadOnIntent(LazyForgotPasswordDialog.preload)}
      >
        Ask for a new link
      </Button>
      {isAsking && <LazyForgotPasswordDialog email="" onClose={close} onLoadError={close} />}
    </div>
  )
}
