import { type ReactNode, useRef } from 'react'
import { HEADER_BUTTON, Header } from '@/components/ui/header'
import { preloadOnIntent } from '@/components/ui/lazy-component'
import { ScreenHeading } from '@/components/ui/screen-heading'
import { useHasSession } from '@/lib/session/use-session'

type Search = { query: string | null; onChange: (query: string | null) => void }
/** Parts that never change, which the page renders at build time. */
export type HeaderParts = Record<
  'wordmark' | 'search' | 'close' | 'searchField' | 'accountLink' | 'signOut',
  ReactNode
>

type Props = {
  parts: HeaderParts
  /** Undefined without a session. A null query is a closed search. */
  search?: Search | undefined
  signOut: { ask: () => void; preload: () => void }
}

export function NotesHeader({ parts, search, signOut }: Props) {
  return (
    <Header>
      <ScreenHeading title="Notas" className="mr-auto">
        {parts.wordmark}
      </ScreenHeading>
      {search && <SearchBox {...search} parts={parts} />}
      {search && parts.accountLink}
      {useHasSession() && (
        <button
          type="button"
          onClick={signOut.ask}
          {...preloadOnIntent(signOut.preload)}
          className={`${HEADER_BUTTON} -mr-3 sm:px-3`}
        >
          {parts.signOut}
        </button>
      )}
    </Header>
  )
}

function SearchBox({ query, onChange, parts }: Search & { parts: HeaderParts }) {
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
          onChange={(event) => onChange((event.target as HTMLInputElement).value)}
          onKeyDown={({ key }) => key === 'Escape' && close()}
          className="contents"
        >
          {parts.searchField}
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
        {isOpen ? parts.close : parts.search}
      </button>
    </>
  )
}
