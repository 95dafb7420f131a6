import { FallenMark } from '@/components/brand/fallen-mark'
import { Wordmark } from '@/components/brand/wordmark'
import { buttonClass } from '@/components/ui/button'
import { Header } from '@/components/ui/header'
import { ScreenHeading } from '@/components/ui/screen-heading'
import { ScreenLink } from '@/components/ui/screen-link'
import * as messages from '@/lib/domain/messages/shell'

export function NotFoundPage() {
  return (
    <>
      <Header>
        <Wordmark />
      </Header>
      <main className="grid justify-items-center gap-6 px-4 pt-[33dvh] text-center">
        <FallenMark />
        <ScreenHeading title="Página no encontrada · Notas" className="text-lg font-medium">
          {messages.noSuchPage}
        </ScreenHeading>
        <ScreenLink href="/notas" className={buttonClass({ variant: 'bordered' })}>
          Volver a Notas
        </ScreenLink>
      </main>
    </>
  )
}
