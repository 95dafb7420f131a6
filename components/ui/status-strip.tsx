type Props = { message: string | null; className?: string }

/** Status region. It is rendered without a message too, so that screen readers announce a new one. */
export function StatusStrip({ message, className = '' }: Props) {
  return (
    <div role="status" lang="es" className={className}>
      {message && (
        <p
          key={message}
          className="border-l-3 border-accent bg-quiet px-3.5 py-2.5 text-sm leading-snug wrap-anywhere"
        >
          {message}
        </p>
      )}
    </div>
  )
}
