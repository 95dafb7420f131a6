import { useEffect, useEffectEvent, useState } from 'react'

const INTERVAL_MS = 5_000

/** Status for screen readers alone, which changes at most every five seconds unless it is urgent. */
export function ThrottledStatus({ text, isUrgent }: { text: string; isUrgent: boolean }) {
  const [announced, setAnnounced] = useState(text)
  if (isUrgent && announced !== text) setAnnounced(text)
  const announce = useEffectEvent(() => setAnnounced(text))

  useEffect(() => {
    const timer = setInterval(() => announce(), INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])

  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  )
}
