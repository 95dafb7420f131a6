import { Wordmark } from '@/components/brand/wordmark'
import { CreateNoteLink } from '@/components/notes/list/create-note-link'
import { ListSkeleton } from '@/components/notes/list/list-skeleton'
import { NotesScreen } from '@/components/notes/list/notes-screen'
import { BinIcon } from '@/components/ui/icons/bin-icon'
import { CloseIcon } from '@/components/ui/icons/close-icon'
import { PencilIcon } from '@/components/ui/icons/pencil-icon'
import { SearchIcon } from '@/components/ui/icons/search-icon'
import { SignOutIcon } from '@/components/ui/icons/sign-out-icon'

const ICONS = {
  search: <SearchIcon />,
  searchInField: (
    <span className="pointer-events-none absolute bottom-3.5 left-3.5 text-soft">
      <SearchIcon />
    </span>
  ),
  close: <CloseIcon />,
  signOut: (
    <>
      <SignOutIcon className="size-5 sm:hidden" />
      <span className="max-sm:hidden">Cerrar sesión</span>
    </>
  ),
  pencil: <PencilIcon className="size-4.5" />,
  bin: <BinIcon className="size-4.5" />,
}

/** Renders static parts at build time, so that they cost no script. */
export default function NotesPage() {
  return (
    <div className="mx-auto flex min-h-dvh max-w-448 flex-col">
      <NotesScreen
        wordmark={<Wordmark />}
        icons={ICONS}
        createNoteLink={<CreateNoteLink />}
        skeleton={<ListSkeleton />}
      />
    </div>
  )
}
