type Props = { message: string | null; className?: string }

/** What has gone well. It is there before there is a message, so that this is announced when it comes. */
export function StatusStrip({ message, className = '' }: Props) {
  return (
    <div role="status" lang="es" className={className}>
      {message && (
        <p className="border-l-3 border-accent bg-quiet px-3.5 py-2.5 text-sm leading-snug wrap-anywhere">
          {message}
        </p>
      )}
    </div>
  )
}
