import { NotFoundRoute } from '@/components/notes/editor/editor-route'

export default function NotFound() {
  return <NotFoundRoute />
}
