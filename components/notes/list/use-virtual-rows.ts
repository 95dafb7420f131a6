'use client'

import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Drawn beyond the edges of the window, so that a key or a turn of the wheel finds its cards there. */
const SPARE_ROWS = 2

/** How the cards lie. */
type Layout = {
  columns: number
  /** From the top of a row to the top of the next one, and from its bottom, in CSS pixels. */
  pitch: number
  gap: number
}

export type VirtualRows = Layout & {
  /** In their order; a row `to` is not drawn. */
  stretches: { from: number; to: number }[]
}

/** Before anything is known of the window. */
const AT_FIRST: VirtualRows = { columns: 1, pitch: 0, gap: 0, stretches: [{ from: 0, to: 1 }] }

/** Where a list was left, and on which entry of the history. The browser goes back to there after a first frame only. */
let left: { entry: string; top: number; rows: VirtualRows } | undefined

/**
 * The rows of a long list that have to be drawn, all of one height: those in the window, and the one that has the
 * focus.
 */
export function useVirtualRows(list: RefObject<HTMLElement | null>, count: number): VirtualRows {
  const [cameFrom] = useState(() => (left?.entry === currentEntry() ? left : undefined))
  const [rows, setRows] = useState(cameFrom?.rows ?? AT_FIRST)
  const latest = useRef(rows)
  latest.current = rows

  useLayoutEffect(() => {
    const entry = currentEntry()
    if (cameFrom) scrollTo(0, cameFrom.top)
    return () => {
      left = entry === undefined ? undefined : { entry, top: scrollY, rows: latest.current }
    }
  }, [cameFrom])

  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    let layout: Layout | undefined
    const draw = () =>
      setRows((before) => {
        layout ??= layoutOf(element, before)
        const now = rowsToDraw(element, layout, count)
        return JSON.stringify(before) === JSON.stringify(now) ? before : now
      })
    // In the same frame: a jump to the end would show an empty desk first.
    const onScroll = () => flushSync(draw)
    const resizing = new ResizeObserver(() => {
      layout = undefined
      draw()
    })
    draw()
    resizing.observe(element)
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      resizing.disconnect()
      removeEventListener('scroll', onScroll)
    }
  }, [list, count])

  return rows
}

/** Where no card is drawn their height stays as it was. */
function layoutOf(list: HTMLElement, before: Layout): Layout {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list)
  const gap = Number.parseFloat(rowGap)
  const card = list.querySelector('[aria-posinset]')
  return {
    columns: gridTemplateColumns.split(' ').length,
    pitch: card ? card.getBoundingClientRect().height + gap : before.pitch,
    gap,
  }
}

function rowsToDraw(list: HTMLElement, layout: Layout, count: number): VirtualRows {
  const { columns, pitch } = layout
  const all = Math.ceil(count / columns)
  const { top } = list.getBoundingClientRect()

  const from = clamp(Math.floor(-top / pitch) - SPARE_ROWS, 0, all - 1)
  const to = clamp(Math.ceil((innerHeight - top) / pitch) + SPARE_ROWS, from + 1, all)
  const stretches = [{ from, to }]
  const focused = rowOfFocus(list, columns)
  if (focused !== undefined && focused < from) stretches.unshift({ from: focused, to: focused + 1 })
  if (focused !== undefined && focused >= to && focused < all)
    stretches.push({ from: focused, to: focused + 1 })
  return { ...layout, stretches }
}

function rowOfFocus(list: HTMLElement, columns: number): number | undefined {
  const card = list.contains(document.activeElement) && document.activeElement?.closest('[aria-posinset]')
  return card ? Math.floor((Number(card.ariaPosInSet) - 1) / columns) : undefined
}

/** Undefined where the browser does not tell. */
function currentEntry(): string | undefined {
  return globalThis.navigation?.currentEntry?.key
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}
