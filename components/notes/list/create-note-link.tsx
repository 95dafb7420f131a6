import { Icon } from '@/components/ui/icon'
import { ScreenLink } from '@/components/ui/screen-link'

export function CreateNoteLink() {
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-10 mx-auto flex max-w-448 justify-end px-4 pb-4 sm:px-8 sm:pb-8 lg:px-12 lg:pb-10 print:hidden">
      <div className="pointer-events-auto rounded-paper lifted-shadow ring-of-link lifts">
        <ScreenLink
          id="create-note"
          href="/create-note"
          aria-keyshortcuts="n"
          className="relative flex h-14 min-w-14 items-center justify-center gap-3 rounded-paper bg-ink text-control font-semibold text-ink-inverse [clip-path:polygon(0_0,calc(100%-15px)_0,100%_15px,100%_100%,0_100%)] before:absolute before:top-0 before:right-0 before:size-[15px] before:rounded-bl-paper before:bg-page/45 hover:bg-ink-hover focus-visible:outline-none sm:px-5"
        >
          <Icon className="size-6">
            <path d="M10 3.5v13M3.5 10h13" />
          </Icon>
          <span className="max-sm:sr-only">Crear nota</span>
        </ScreenLink>
      </div>
    </div>
  )
}
