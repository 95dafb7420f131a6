'use client'

import { useRef } from 'react'
import { HEADER_BUTTON, Header } from '@/components/ui/header'
import { preloadOnIntent } from '@/components/ui/preload-on-intent'
import { ScreenHeading } from '@/components/ui/screen-heading'
import type { Prerendered } from './prerendered'

type Search = { query: string | null; onChange: (query: string | null) => void }

type Props = {
  prerendered: Prerendered
  /** Undefined without a session. A null query is a closed search. */
  search?: Search | undefined
  signOut: { ask: () => void; preload: () => void }
}

export function NotesHeader({ prerendered, search, signOut }: Props) {
  return (
    <Header>
      <ScreenHeading title="Notas" className="mr-auto">
        {prerendered.wordmark}
      </ScreenHeading>
      {search && <SearchBox {...search} prerendered={prerendered} />}
      {search && prerendered.accountLink}
      <button
        type="button"
        onClick={signOut.ask}
        {...preloadOnIntent(signOut.preload)}
        className={`${HEADER_BUTTON} -mr-3 sm:px-3`}
      >
        {prerendered.signOut}
      </button>
    </Header>
  )
}

function SearchBox({ query, onChange, prerendered }: Search & { prerendered: Prerendered }) {
  const toggle = useRef<HTMLButtonElement>(null)
  const isOpen = query !== null

  function close() {
    onChange(null)
    toggle.current?.focus()
  }

  return (
    <>
      {isOpen && (
        <search
          ref={focusField}
          onChange={(event) => onChange((event.target as HTMLInputElement).value)}
          onKeyDown={(event) => event.key === 'Escape' && close()}
          className="contents"
        >
          {prerendered.searchField}
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
        {isOpen ? prerendered.close : prerendered.search}
      </button>
    </>
  )
}

function focusField(search: HTMLElement | null): void {
  search?.querySelector('input')?.focus()
}
