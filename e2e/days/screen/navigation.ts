import { useSyncExternalStore } from './react'

/** Next's router without pages of its own: the tab's history knows path and page. */
type Tab = {
  push: (href: string) => void
  path: () => string
  page: () => string
  onMove: (listener: () => void) => () => void
}

const tab = () => (globalThis as unknown as { tab: Tab }).tab

const router = {
  push: (href: string) => tab().push(href),
  replace: (href: string) => tab().push(href),
  prefetch: () => {},
}

export const useRouter = () => router

const subscribe = (listener: () => void) => tab().onMove(listener)
const getPath = () => tab().path()
const getPage = () => tab().page()

export const usePathname = (): string => useSyncExternalStore(subscribe, getPath)
export const usePage = (): string => useSyncExternalStore(subscribe, getPage)

export function useSelectedLayoutSegment(): string | null {
  return usePage().split('/')[1] || null
}
