import { BlankFan } from '@/components/brand/blank-fan'
import { ScreenLink } from '@/components/ui/screen-link'
import * as messages from '@/lib/domain/messages/notes'

export function EmptyList({ isSearch }: { isSearch: boolean }) {
  return (
    <div className="grid justify-items-center gap-6 pt-[14dvh] text-center">
      <BlankFan />
      <p lang="en" className="font-written text-[1.75rem] leading-[1.2]">
        {messages.noNotes}
      </p>
      {!isSearch && (
        <ScreenLink href="/cuenta" className="py-2 text-accent underline underline-offset-4">
          Importar notas
        </ScreenLink>
      )}
    </div>
  )
}
