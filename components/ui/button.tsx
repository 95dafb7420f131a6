import type { ComponentProps } from 'react'

const SIZES = { normal: 'min-h-11 text-control', large: 'min-h-12 text-base' }

const VARIANTS = {
  solid: 'bg-ink text-ink-inverse hover:bg-ink-hover',
  bordered: 'border border-edge hover:bg-quiet',
  quiet: 'hover:bg-quiet',
  danger: 'bg-danger text-danger-text hover:bg-danger-hover',
}

type Look = { variant: keyof typeof VARIANTS; size?: keyof typeof SIZES }
type Props = ComponentProps<'button'> & Look & { isBusy?: boolean }

export function buttonClass({ variant, size = 'normal' }: Look): string {
  return `button ${SIZES[size]} ${VARIANTS[variant]}`
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
      className={`${buttonClass({ variant, size })} disabled:opacity-42 ${isBusy ? 'busy-bar' : ''} ${className}`}
    />
  )
}
