// What the first tab keeps, hears and says.

import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import type { Position } from '../api'
import type { Arrow } from '../board/squares'
import { games, total, type Unit } from '../format'

/** useStored is a switch that lasts. */
export function useStored(name: string): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => {
    try {
      return localStorage.getItem(name) === 'on'
    } catch {
      return false
    }
  })
  const set = (next: boolean) => {
    setOn(next)
    try {
      localStorage.setItem(name, next ? 'on' : '')
    } catch {
      /* it lasts as long as the page */
    }
  }
  return [on, set]
}

/** useMedia is whether a condition of the window holds. */
export function useMedia(condition: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(condition).matches)
  useEffect(() => {
    const list = matchMedia(condition)
    const changed = () => setHolds(list.matches)
    changed()
    list.addEventListener('change', changed)
    return () => list.removeEventListener('change', changed)
  }, [condition])
  return holds
}

/** narrow is the condition of a window in which one panel follows the other, and the page scrolls. */
export const narrow = '(max-width: 959.9px), (max-height: 599.9px)'

/** columns is the condition of a window in which the games stand beside the moves. */
export const columns = '(min-width: 1760px) and (min-height: 600px)'

/** Steps are the moves of a line or game, and how many of them are on the board. */
export interface Steps {
  length: number
  at: number
  to: (n: number) => void
}

/** useArrowKeys steps with the arrow keys, unless they are typed into a field. */
export function useArrowKeys(steps: Steps) {
  // With the board that shows the position, so that no key counts from the one before.
  useLayoutEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (e.ctrlKey || e.metaKey || e.altKey || typing(e.target)) return
      const to = { ArrowLeft: steps.at - 1, ArrowRight: steps.at + 1, Home: 0, End: steps.length }[e.key]
      if (to === undefined || to < 0 || to > steps.length || to === steps.at) return
      e.preventDefault()
      steps.to(to)
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  })
}

/** typing tells whether a key that is pressed belongs to a field. */
export function typing(target: EventTarget | null): boolean {
  const fields = 'input:not([type=checkbox]), textarea, select, dialog, [role=textbox]'
  return target instanceof Element && target.closest(fields) !== null
}

/** useAnnouncement tells a screen reader of each new position. */
export function useAnnouncement(
  p: Position | undefined,
  waiting: boolean,
  move: string,
  unit: Unit,
  announce: (text: string) => void,
) {
  useEffect(() => {
    if (!p || waiting) return
    announce([move, games(p.games ?? total(p), unit), p.opening?.name].filter(Boolean).join('. '))
  }, [p, waiting])
}

/** useArrows draws the best moves of an analysis or the most played ones, and the one that the reader points at. */
export function useArrows(p: Position | undefined, pointed: string, best?: { moves: { uci: string }[] }[]): Arrow[] {
  const found = best?.map((l) => l.moves[0].uci).join()
  return useMemo(() => {
    if (pointed) return [{ uci: pointed, weight: 1, strong: true }]
    if (found) return found.split(',').map((uci, i) => ({ uci, weight: 1 - 0.4 * i, best: true }))
    if (!p || p.moves.length === 0) return []
    const n = (m: Position['moves'][0]) => m.games ?? total(m)
    const all = p.moves.reduce((sum, m) => sum + n(m), 0)
    const most = n(p.moves[0])
    return p.moves
      .slice(0, 5)
      .filter((m) => n(m) >= 0.05 * all)
      .map((m) => ({ uci: m.uci, weight: n(m) / most }))
  }, [p, pointed, found])
}
