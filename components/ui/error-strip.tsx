import { Icon } from './icon'

type Props = { message: string; className?: string }

export function ErrorStrip({ message, className = '' }: Props) {
  return (
    <p
      role="alert"
      lang="es"
      className={`flex gap-2.5 border-l-3 border-wrong bg-wrong-tint px-3.5 py-2.5 text-sm leading-snug text-wrong ${className}`}
    >
      <WarningIcon />
      <span className="min-w-0 wrap-anywhere">{message}</span>
    </p>
  )
}

export function WarningIcon() {
  return (
    <Icon className="mt-px size-4.5">
      <circle cx="10" cy="10" r="7.2" />
      <path d="M10 6.4v4.4m0 2.6v.1" />
    </Icon>
  )
}
