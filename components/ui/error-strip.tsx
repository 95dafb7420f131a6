import { WarningIcon } from './icons/warning-icon'

export function ErrorStrip({ message }: { message: string }) {
  return (
    <p
      role="alert"
      lang="es"
      className="flex gap-2.5 border-l-3 border-wrong bg-wrong-tint px-3.5 py-2.5 text-sm leading-snug text-wrong"
    >
      <WarningIcon className="mt-px size-4.5" />
      <span className="min-w-0 wrap-anywhere">{message}</span>
    </p>
  )
}
