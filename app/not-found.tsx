import { LateNoSuchPage } from '@/components/brand/late'
import { Neutral } from '@/components/ui/neutral'

export default function NotFoundPage() {
  return (
    <Neutral title="Notas">
      <LateNoSuchPage />
    </Neutral>
  )
}
