import { NoSuchPageShell } from '@/components/notes/editor-shell'

export default function NotFoundPage() {
  return <NoSuchPageShell />
}
