import { cache } from 'swr/_internal'
import NewNotePage from '@/app/create-note/page'
import AccountPage from '@/app/cuenta/page'
import NotesPage from '@/app/notas/page'
import NoteEditorPage from '@/app/note-editor/page'
import LoginPage from '@/app/page'
import { EditorRoute } from '@/components/notes/editor/editor-route'
import { SessionBoundary } from '@/components/shell/session-boundary'
import { usePage } from './navigation'
import { renderRoot } from './react'

const PAGES: Record<string, () => unknown> = {
  '': LoginPage,
  notas: NotesPage,
  'create-note': NewNotePage,
  'note-editor': NoteEditorPage,
  cuenta: AccountPage,
}

function App() {
  const [, segment = ''] = usePage().split('/')
  const Page = (PAGES[segment] ?? LoginPage) as () => React.ReactNode
  return (
    <SessionBoundary>
      <EditorRoute>
        <Page />
      </EditorRoute>
    </SessionBoundary>
  )
}

Object.assign(globalThis, { cache, start: () => renderRoot(App) })
