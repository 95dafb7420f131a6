import Link from 'next/link'
import { FallenMark } from '@/components/brand/fallen-mark'
import { Wordmark } from '@/components/brand/wordmark'
import { Header } from '@/components/notes/notes-header'
import { buttonClass } from '@/components/ui/button'
import { Neutral } from '@/components/ui/neutral'
import { ScreenHeading } from '@/components/ui/screen-heading'
import { messages } from '@/lib/domain/messages'

export default function NotFoundPage() {
  return (
    <Neutral title="Notas">
      <Header>
        <Wordmark />
      </Header>
      <main className="grid justify-items-center gap-6 px-4 pt-[20dvh] text-center">
        <FallenMark />
        <ScreenHeading title="Página no encontrada · Notas" className="text-lg font-medium">
          {messages.noSuchPage}
        </ScreenHeading>
        <Link href="/notas" className={buttonClass({ variant: 'bordered' })}>
          Volver a Notas
        </Link>
      </main>
    </Neutral>
  )
}
