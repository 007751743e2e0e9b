// Dividers between the panels, and the sizes that a reader gave them.

import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** Sizes are shares in percent of the place that two panels have together; without one the style sheet decides. */
export type Sizes = Partial<Record<Pair, number>>

/** A Pair is two panels with a divider between them: the first one's name, and whether they stand side by side. */
export type Pair = 'board' | 'moves' | 'beside'

const kept = 'sizes' // in the browser's storage
const least = 15
const most = 85

/** useSizes keeps the sizes of panels, also for the next visit. */
export function useSizes(): [Sizes, (pair: Pair, share: number | undefined) => void] {
  const [sizes, setSizes] = useState<Sizes>(stored)
  const set = (pair: Pair, share: number | undefined) => {
    const next = { ...sizes, [pair]: share }
    setSizes(next)
    try {
      localStorage.setItem(kept, JSON.stringify(next))
    } catch {
      /* they last as long as the page */
    }
  }
  return [sizes, set]
}

function stored(): Sizes {
  try {
    const found = Object.entries(JSON.parse(localStorage.getItem(kept) ?? '{}') as object)
    return Object.fromEntries(found.filter(([, share]) => share >= least && share <= most))
  } catch {
    return {}
  }
}

/** shares are the sizes as properties of a style. */
export function shares(sizes: Sizes): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sizes).flatMap(([pair, share]) => (share === undefined ? [] : [[`--${pair}`, `${share}%`]])),
  )
}

interface Props {
  label: string
  pair: Pair
  size?: number // that the reader chose
  upright?: boolean // between panels side by side
  onSize: (pair: Pair, share: number | undefined) => void
}

/** Divider is moved by the pointer or the arrow keys; a double click or Enter gives both panels their usual sizes. */
export function Divider({ label, pair, size, upright, onSize }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const held = useRef<number>(undefined) // where on the bar the pointer took it
  const now = useShare(bar, upright ?? false, size)
  const move = (share: number) => onSize(pair, Math.max(least, Math.min(most, Math.round(share * 10) / 10)))
  const drag = (e: PointerEvent) => {
    if (held.current === undefined) return
    const { start, length } = place(bar.current!, upright ?? false)
    move((100 * ((upright ? e.clientX : e.clientY) - held.current - start)) / length)
  }
  const key = (e: KeyboardEvent) => {
    const [less, more] = upright ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
    if (e.ctrlKey || e.metaKey || e.altKey) return
    if (e.key === less) move(now - 2)
    else if (e.key === more) move(now + 2)
    else if (e.key === 'Home') move(least)
    else if (e.key === 'End') move(most)
    else if (e.key === 'Enter') onSize(pair, undefined)
    else return
    e.preventDefault()
    e.stopPropagation() // the arrows step along the line elsewhere
  }
  return (
    <div
      class={upright ? 'divider upright' : 'divider'}
      ref={bar}
      role="separator"
      tabIndex={0}
      title="Drag, or use the arrow keys; a double click or Enter takes it back"
      aria-label={label}
      aria-orientation={upright ? 'vertical' : 'horizontal'}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={Math.round(now)}
      onKeyDown={key}
      onPointerDown={(e) => {
        const box = e.currentTarget.getBoundingClientRect()
        held.current = upright ? e.clientX - box.left : e.clientY - box.top
        e.currentTarget.setPointerCapture(e.pointerId)
      }}
      onPointerMove={drag}
      onPointerUp={() => (held.current = undefined)}
      onPointerCancel={() => (held.current = undefined)}
      onDblClick={() => onSize(pair, undefined)}
    />
  )
}

/** place is where the panels around a divider begin, and how long they are together, in pixels. */
function place(bar: HTMLElement, upright: boolean): { start: number; length: number } {
  const box = bar.parentElement!.getBoundingClientRect()
  const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(bar.parentElement!)
  const [before, after] = (upright ? [paddingLeft, paddingRight] : [paddingTop, paddingBottom]).map(parseFloat)
  const [start, length] = upright ? [box.left, box.width] : [box.top, box.height]
  return { start: start + before, length: Math.max(1, length - before - after) }
}

/** useShare measures the share of the panel before a divider, whatever gave it. */
function useShare(bar: { current: HTMLElement | null }, upright: boolean, size: number | undefined): number {
  const [share, setShare] = useState(50)
  useLayoutEffect(() => {
    const measure = () => {
      const { start, length } = place(bar.current!, upright)
      const box = bar.current!.getBoundingClientRect()
      setShare(Math.max(least, Math.min(most, (100 * ((upright ? box.left : box.top) - start)) / length)))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(bar.current!.parentElement!) // which measures once the panels have their sizes
    return () => observer.disconnect()
  }, [upright, size])
  return share
}
