import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { userState } from '@/lib/session/user-state'

/** Rows rendered beyond each edge of the window, so that Tab and scrolling find cards there. */
const OVERSCAN = 2

/** Pause in scrolling after which its position is stored: browsers limit how often. */
const PAUSE_MS = 150

type Layout = {
  columns: number
  /** CSS pixels from the top of a row to the top of the next: the gap is included. */
  rowHeight: number
  gap: number
}

type VirtualRows = Layout & { rows: number[] }

const INITIAL: VirtualRows = { columns: 1, rowHeight: 0, gap: 0, rows: [0] }

type Scroll = { entry: string; top: number; rows: VirtualRows }

/** Scroll position by history entry: the browser restores its own only after the first frame. */
const lastScroll = userState<Scroll | undefined>(() => undefined)

/** Rows of a long list to render: those in the window and the focused one. All rows have the same height. */
export function useVirtualRows(list: RefObject<HTMLElement | null>, count: number): VirtualRows {
  const [restored] = useState(scrollOfEntry)
  const [top] = useState<number>(
    restored?.top ?? history.state?.leftTop ?? history.state?.listTop ?? topOfFirstCards(),
  )
  const [rows, setRows] = useState(restored?.rows ?? INITIAL)
  const latest = useRef(rows)
  latest.current = rows

  const isMeasured = rows.rowHeight > 0
  /** Scroll position at which the page ends while the list comes in parts; 'reached' once it is long enough for `top`. */
  const short = useRef<number | 'reached'>(undefined)
  useLayoutEffect(() => {
    // Unless the user has scrolled since the last part.
    const isWaiting = short.current === undefined || short.current === scrollY
    if (!isMeasured || !isWaiting) return
    scrollTo(0, top)
    short.current = scrollY < Math.floor(top) ? scrollY : 'reached'
  }, [isMeasured, top, count])

  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const entry = currentEntry()
    let layout: Layout | undefined
    const update = () =>
      setRows((before) => {
        layout ??= layoutOf(element, before)
        const now = rowsToRender(element, layout, count)
        return JSON.stringify(before) === JSON.stringify(now) ? before : now
      })
    // In the same frame: a jump to the end would show an empty page first.
    const onScroll = () => {
      flushSync(update)
      clearTimeout(pause)
      pause = setTimeout(() => scrollY !== short.current && storeScrollTop(), PAUSE_MS)
    }
    let pause: ReturnType<typeof setTimeout> | undefined
    const resizing = new ResizeObserver(() => {
      layout = undefined
      update()
    })
    update()
    resizing.observe(element)
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      resizing.disconnect()
      removeEventListener('scroll', onScroll)
      clearTimeout(pause)
      lastScroll.set(entry === undefined ? undefined : { entry, top: scrollY, rows: latest.current })
    }
  }, [list, count])

  return rows
}

/** Stores the position for Back from a note that has been reloaded; the other fields are Next's. */
function storeScrollTop(): void {
  history.replaceState({ ...history.state, listTop: scrollY }, '')
}

/** The first cards may have been scrolled before the rows replace them. On other screens `scrollY` is not the list's. */
function topOfFirstCards(): number {
  return document.querySelector('[aria-posinset]') ? scrollY : 0
}

function scrollOfEntry(): Scroll | undefined {
  const scroll = lastScroll.get()
  return scroll?.entry === currentEntry() ? scroll : undefined
}

function layoutOf(list: HTMLElement, before: Layout): Layout {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list)
  const gap = Number.parseFloat(rowGap)
  const card = list.querySelector('[aria-posinset]')
  return {
    columns: gridTemplateColumns.split(' ').length,
    rowHeight: card ? card.getBoundingClientRect().height + gap : before.rowHeight,
    gap,
  }
}

function rowsToRender(list: HTMLElement, layout: Layout, count: number): VirtualRows {
  const { columns, rowHeight } = layout
  const rowCount = Math.ceil(count / columns)
  const { top } = list.getBoundingClientRect()

  const from = clamp(Math.floor(-top / rowHeight) - OVERSCAN, 0, rowCount - 1)
  const to = clamp(Math.ceil((innerHeight - top) / rowHeight) + OVERSCAN, from + 1, rowCount)
  const rows = Array.from({ length: to - from }, (_, at) => from + at)
  const focused = focusedRow(list, columns)
  if (focused !== undefined && focused < from) rows.unshift(focused)
  if (focused !== undefined && focused >= to && focused < rowCount) rows.push(focused)
  return { ...layout, rows }
}

function focusedRow(list: HTMLElement, columns: number): number | undefined {
  const card = list.contains(document.activeElement) && document.activeElement?.closest('[aria-posinset]')
  return card ? Math.floor((Number(card.ariaPosInSet) - 1) / columns) : undefined
}

/** Key of the history entry; undefined in browsers without the Navigation API. */
function currentEntry(): string | undefined {
  return globalThis.navigation?.currentEntry?.key
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}
