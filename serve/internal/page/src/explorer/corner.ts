// Which corner of a goban is compared.

import { goban, place, pointOf } from '../game'
import type { Unit } from '../format'
import type { State } from '../state'

/** unitOf is what a position is counted in. */
export const unitOf = (state: State): Unit => (state.by.startsWith('corner') ? 'corner' : 'game')

/** cornerOf is the corner that the state names, or the one nearest to the last move; '' if whole boards are compared. */
export function cornerOf(state: State, move: string, fen: string): string {
  if (state.by !== 'corner' && state.by !== 'corner9') return ''
  return state.corner || nearest(move, fen)
}

function nearest(move: string, fen: string): string {
  const { width, height, rows } = goban(fen)
  const quarter = (x: number, y: number) =>
    (2 * y + 1 > height ? 'lower-' : 'upper-') + (2 * x + 1 >= width ? 'right' : 'left')
  const name = pointOf(move)
  if (name) {
    const { x, y } = place(name, height)
    return quarter(x, y)
  }
  // A position that was set up: the corner with most stones.
  const counts = new Map<string, number>()
  rows.forEach((r, y) =>
    [...r].forEach((c, x) => c !== '.' && counts.set(quarter(x, y), (counts.get(quarter(x, y)) ?? 0) + 1)),
  )
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'upper-right'
}
