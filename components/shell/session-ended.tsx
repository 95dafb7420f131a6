import { Announced } from '@/components/ui/announced'
import { buttonClass } from '@/components/ui/button'
import { passOnFocus } from '@/components/ui/pass-on-focus'
import { ScreenLink } from '@/components/ui/screen-link'
import { noStorage } from '@/lib/domain/messages/auth'
import { sessionEnded } from '@/lib/domain/messages/shell'
import { isStorageForbidden } from '@/lib/session/storage'

export function SessionEnded() {
  return (
    <div ref={passOnFocus}>
      <Announced className="appear-delayed grid justify-items-center gap-5 pt-[14dvh] pb-6 text-center">
        <span className="max-w-136 text-lg leading-[1.35] font-medium text-balance">
          {isStorageForbidden() ? noStorage : sessionEnded}
        </span>
        <ScreenLink href="/" lang="en" className={buttonClass({ variant: 'solid' })}>
          Log in
        </ScreenLink>
      </Announced>
    </div>
  )
}
