import { type MouseEvent, useRef } from 'react'
import { Wordmark } from '@/components/brand/wordmark'
import { isOfComposition } from '@/components/ui/composition'
import { HEADER_BUTTON, Header } from '@/components/ui/header'
import { Icon } from '@/components/ui/icon'
import { preloadOnIntent } from '@/components/ui/lazy-component'
import { ScreenHeading } from '@/components/ui/screen-heading'
import { ScreenLink } from '@/components/ui/screen-link'
import { useHasSession } from '@/lib/session/use-session'

type Search = { query: string | null; onChange: (query: string | null) => void }

type Props = {
  /** Undefined without a session. A null query is a closed search. */
  search?: Search
  signOut: { ask: (event: MouseEvent) => void; preload: () => void }
}

export function NotesHeader({ search, signOut }: Props) {
  return (
    <Header>
      <ScreenHeading title="Notas" className="mr-auto">
        <Wordmark />
      </ScreenHeading>
      {search && (
        <>
          <SearchBox {...search} />
          <ScreenLink href="/cuenta" className={`${HEADER_BUTTON} sm:px-3`}>
            <Icon className="size-5 sm:hidden">
              <circle cx="10" cy="6.8" r="3.3" />
              <path d="M3.5 16.5c.6-3.2 3.2-5 6.5-5s5.9 1.8 6.5 5" />
            </Icon>
            <span className="max-sm:sr-only">Cuenta</span>
          </ScreenLink>
        </>
      )}
      {useHasSession() && (
        <button
          type="button"
          onClick={signOut.ask}
          {...preloadOnIntent(signOut.preload)}
          className={`${HEADER_BUTTON} -mr-3 sm:px-3`}
        >
          <Icon className="size-5 sm:hidden">
            <path d="M8 3.5H4v13h4m0-6.5h9m-3.5-3.5L17 10l-3.5 3.5" />
          </Icon>
          <span className="max-sm:sr-only">Cerrar sesión</span>
        </button>
      )}
    </Header>
  )
}

function SearchBox({ query, onChange }: Search) {
  const toggle = useRef<HTMLButtonElement>(null)
  const isOpen = query !== null

  function close() {
    onChange(null)
    toggle.current?.focus()
  }

  return (
    <>
      {isOpen && (
        <search className="relative max-sm:order-last max-sm:w-full max-sm:pt-2 sm:mr-2 sm:w-80">
          <span className="pointer-events-none absolute bottom-3.5 left-3.5 text-soft">
            <SearchIcon />
          </span>
          <input
            type="search"
            dir="auto"
            // biome-ignore lint/a11y/noAutofocus: the search is opened to type in it, unless it is a kept one
            autoFocus={query === ''}
            defaultValue={query}
            aria-label="Buscar notas"
            aria-keyshortcuts="/"
            placeholder="Buscar notas..."
            onChange={({ target }) => onChange(target.value)}
            onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !isOfComposition(nativeEvent) && close()}
            className="h-11 w-full appearance-none rounded-control border border-edge bg-sheet pr-3 pl-11 text-field placeholder:text-soft focus:border-accent focus:outline-1 focus:-outline-offset-1 focus:outline-accent"
          />
        </search>
      )}
      <button
        ref={toggle}
        type="button"
        aria-label="Buscar"
        aria-expanded={isOpen}
        aria-keyshortcuts="/"
        onClick={() => (isOpen ? close() : onChange(''))}
        className={HEADER_BUTTON}
      >
        {isOpen ? (
          <Icon>
            <path d="m4.5 4.5 11 11m0-11-11 11" />
          </Icon>
        ) : (
          <SearchIcon />
        )}
      </button>
    </>
  )
}

function SearchIcon() {
  return (
    <Icon>
      <circle cx="8.8" cy="8.8" r="5.3" />
      <path d="m12.8 12.8 4 4" />
    </Icon>
  )
}
