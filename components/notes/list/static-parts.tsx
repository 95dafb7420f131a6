import { Wordmark } from '@/components/brand/wordmark'
import { HEADER_BUTTON } from '@/components/ui/header'
import { Icon } from '@/components/ui/icon'
import { ScreenLink } from '@/components/ui/screen-link'
import type { HeaderParts } from './notes-header'

export const HEADER_PARTS: HeaderParts = {
  wordmark: <Wordmark />,
  search: <SearchIcon />,
  close: (
    <Icon>
      <path d="m4.5 4.5 11 11m0-11-11 11" />
    </Icon>
  ),
  searchField: (
    <div className="relative max-sm:order-last max-sm:w-full max-sm:pt-2 sm:mr-2 sm:w-80">
      <span className="pointer-events-none absolute bottom-3.5 left-3.5 text-soft">
        <SearchIcon />
      </span>
      <input
        type="search"
        // biome-ignore lint/a11y/noAutofocus: the search is opened to type in it
        autoFocus
        aria-label="Buscar notas"
        aria-keyshortcuts="/"
        placeholder="Buscar notas..."
        className="h-11 w-full appearance-none rounded-control border border-edge bg-sheet pr-3 pl-11 text-field placeholder:text-soft focus:border-accent focus:outline-1 focus:-outline-offset-1 focus:outline-accent"
      />
    </div>
  ),
  accountLink: (
    <ScreenLink href="/cuenta" className={`${HEADER_BUTTON} sm:px-3`}>
      <Icon className="size-5 sm:hidden">
        <circle cx="10" cy="6.8" r="3.3" />
        <path d="M3.5 16.5c.6-3.2 3.2-5 6.5-5s5.9 1.8 6.5 5" />
      </Icon>
      <span className="max-sm:sr-only">Cuenta</span>
    </ScreenLink>
  ),
  signOut: (
    <>
      <Icon className="size-5 sm:hidden">
        <path d="M8 3.5H4v13h4m0-6.5h9m-3.5-3.5L17 10l-3.5 3.5" />
      </Icon>
      <span className="max-sm:sr-only">Cerrar sesión</span>
    </>
  ),
}

function SearchIcon() {
  return (
    <Icon>
      <circle cx="8.8" cy="8.8" r="5.3" />
      <path d="m12.8 12.8 4 4" />
    </Icon>
  )
}
