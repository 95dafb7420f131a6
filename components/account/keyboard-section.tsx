import { Button } from '@/components/ui/button'
import { preloadOnIntent } from '@/components/ui/lazy-component'
import * as messages from '@/lib/domain/messages/account'
import { AccountSection } from './account-section'

const loadShortcuts = () => import('@/components/shell/shortcuts')

export function KeyboardSection() {
  return (
    <AccountSection heading="Teclado" sentence={messages.keyboard}>
      <Button
        variant="bordered"
        aria-keyshortcuts="?"
        onClick={() => loadShortcuts().then(({ showHelp }) => showHelp(), console.error)}
        {...preloadOnIntent(loadShortcuts)}
      >
        Ver atajos
      </Button>
    </AccountSection>
  )
}
