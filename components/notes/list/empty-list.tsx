import { BlankFan } from '@/components/brand/blank-fan'
import * as messages from '@/lib/domain/messages/notes'

export function EmptyList() {
  return (
    <div className="grid justify-items-center gap-6 pt-[14dvh] text-center">
      <BlankFan />
      <p lang="en" role="status" className="font-written text-[1.75rem] leading-[1.2]">
        {messages.noNotes}
      </p>
    </div>
  )
}
