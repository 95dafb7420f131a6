import { Wordmark } from '@/components/brand/wordmark'
import { CreateNoteLink } from '@/components/notes/list/create-note-link'
import { ListSkeleton } from '@/components/notes/list/list-skeleton'
import { NotesScreen } from '@/components/notes/list/notes-screen'
import { buttonClass } from '@/components/ui/button'
import { HEADER_BUTTON } from '@/components/ui/header'
import { AccountIcon } from '@/components/ui/icons/account-icon'
import { BinIcon } from '@/components/ui/icons/bin-icon'
import { CloseIcon } from '@/components/ui/icons/close-icon'
import { PencilIcon } from '@/components/ui/icons/pencil-icon'
import { SearchIcon } from '@/components/ui/icons/search-icon'
import { SignOutIcon } from '@/components/ui/icons/sign-out-icon'
import { ScreenLink } from '@/components/ui/screen-link'
import * as messages from '@/lib/domain/messages/list-failures'

const PRERENDERED = {
  wordmark: <Wordmark />,
  search: <SearchIcon />,
  searchField: (
    <div className="relative max-sm:order-last max-sm:w-full max-sm:pt-2 sm:mr-2 sm:w-80">
      <span className="pointer-events-none absolute bottom-3.5 left-3.5 text-soft">
        <SearchIcon />
      </span>
      <input
        type="search"
        aria-label="Buscar notas"
        aria-keyshortcuts="/"
        placeholder="Buscar notas..."
        className="h-11 w-full appearance-none rounded-control border border-edge bg-sheet pr-3 pl-11 text-field placeholder:text-soft focus:border-accent focus:outline-1 focus:-outline-offset-1 focus:outline-accent"
      />
    </div>
  ),
  close: <CloseIcon />,
  accountLink: (
    <ScreenLink href="/cuenta" className={`${HEADER_BUTTON} sm:px-3`}>
      <AccountIcon className="size-5 sm:hidden" />
      <span className="max-sm:sr-only">Cuenta</span>
    </ScreenLink>
  ),
  signOut: (
    <>
      <SignOutIcon className="size-5 sm:hidden" />
      <span className="max-sm:sr-only">Cerrar sesión</span>
    </>
  ),
  createNoteLink: <CreateNoteLink />,
  skeleton: <ListSkeleton />,
  logInLink: (
    <ScreenLink href="/" lang="en" className={buttonClass({ variant: 'solid' })}>
      Log in
    </ScreenLink>
  ),
  sessionEnded: <p className="pt-[14dvh]">{messages.sessionEnded}</p>,
  notLoaded: <p className="pt-[14dvh]">{messages.notesNotLoaded}</p>,
  offline: <p className="pt-2">{`${messages.notesNotLoaded} ${messages.offlineNotes}`}</p>,
  notAllLoaded: <p className="pt-2">{messages.notAllNotesLoaded}</p>,
  pencil: <PencilIcon className="size-4.5" />,
  bin: <BinIcon className="size-4.5" />,
}

export default function NotesPage() {
  return (
    <div className="mx-auto flex min-h-dvh max-w-448 flex-col">
      <NotesScreen prerendered={PRERENDERED} />
    </div>
  )
}
