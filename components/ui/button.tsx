import type { ComponentProps } from 'react'

type Look = { variant: 'solid' | 'bordered' | 'quiet' | 'danger'; size?: 'normal' | 'large' }
type Props = ComponentProps<'button'> & Look & { isBusy?: boolean }

export function buttonClass({ variant, size = 'normal' }: Look): string {
  return `button button-${size} button-${variant}`
}

/** Button that keeps focus and label while busy, and cannot be pressed then. */
export function Button({ variant, size, isBusy = false, className = '', onClick, ...props }: Props) {
  return (
    <button
      type="button"
      {...props}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
      className={`${buttonClass({ variant, size })} ${className}`}
    />
  )
}
