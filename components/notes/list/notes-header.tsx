'use client'

import { type ReactNode, useRef } from 'react'
import { Header } from '@/components/ui/header'
import { preloadOnIntent } from '@/components/ui/preload-on-intent'
import { ScreenHeading } from '@/components/ui/screen-heading'
import type { Icons } from './icons'

const TARGET =
  'inline-flex min-h-11 min-w-11 items-center justify-center rounded-control text-control font-semibold hover:bg-quiet'

type Search = { query: string | null; onChange: (query: string | null) => void }

type Props = {
  wordmark: ReactNode
  icons: Icons
  /** Undefined without a session. A null query is a closed search. */
  search?: Search | undefined
  signOut: { ask: () => void; preload: () => void }
}

export function NotesHeader({ wordmark, icons, search, signOut }: Props) {
  return (
    <Header>
      <ScreenHeading title="Notas" className="mr-auto">
        {wordmark}
      </ScreenHeading>
      {search && <SearchBox {...search} icons={icons} />}
      <button
        type="button"
        aria-label="Cerrar sesión"
        onClick={signOut.ask}
        {...preloadOnIntent(signOut.preload)}
        className={`${TARGET} -mr-3 sm:ml-1 sm:px-3`}
      >
        {icons.signOut}
      </button>
    </Header>
  )
}

function SearchBox({ query, onChange, icons }: Search & { icons: Icons }) {
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
          {icons.searchInField}
          <input
            ref={focus}
            type="search"
            aria-label="Buscar notas"
            placeholder="Buscar notas..."
            value={query}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && close()}
            className="h-11 w-full appearance-none rounded-control border border-edge bg-sheet pr-3 pl-11 text-field placeholder:text-soft focus:border-accent focus:outline-1 focus:-outline-offset-1 focus:outline-accent"
          />
        </search>
      )}
      <button
        ref={toggle}
        type="button"
        aria-label="Buscar"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : onChange(''))}
        className={TARGET}
      >
        {isOpen ? icons.close : icons.search}
      </button>
    </>
  )
}

function focus(field: HTMLInputElement | null): void {
  field?.focus()
}
