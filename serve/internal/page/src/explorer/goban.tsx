// What is beside a board of Go: how a click counts, and which part of the board is compared.

import { useState } from 'preact/hooks'
import type { Position } from '../api'
import type { Spot } from '../board/goban'
import { total } from '../format'
import { blackToMove, goban, pointOf, words } from '../game'
import { Choice } from '../parts'
import type { Go, State } from '../state'

export type Tool = 'play' | 'X' | 'O' | '.'

interface Props {
  state: State
  go: Go
  fen: string // on the board
  views: string[]
  corner: string // that is compared
  tool: Tool
  onTool: (tool: Tool) => void
  onPass: () => void
  onSet: (fen: string) => void
}

const cornerNames: [string, string][] = [
  ['', 'of the last move'],
  ['upper-left', 'upper left'],
  ['upper-right', 'upper right'],
  ['lower-left', 'lower left'],
  ['lower-right', 'lower right'],
]

/** GobanTools plays or places stones, passes, empties the board, and chooses a corner. */
export function GobanTools({ state, go, fen, views, corner, tool, onTool, onPass, onSet }: Props) {
  const [size, setSize] = useState('')
  const { width, height } = goban(fen)
  const parts: [State['by'], string][] = [['', 'Whole board']]
  if (views.includes('corner')) parts.push(['corner', 'Corner 11×11'])
  if (views.includes('corner9')) parts.push(['corner9', 'Corner 9×9'])
  const turned = fen.slice(0, -1) + (blackToMove(fen) ? 'w' : 'b')
  return (
    <div class="board-tools">
      <div class="row">
        <Choice<Tool>
          label="A click"
          value={tool}
          of={[
            ['play', 'Play'],
            ['X', 'Black stone'],
            ['O', 'White stone'],
            ['.', 'Erase'],
          ]}
          onChange={onTool}
        />
        <button type="button" onClick={onPass}>
          Pass
        </button>
        <button type="button" onClick={() => onSet(turned)}>
          {blackToMove(fen) ? 'Let White move' : 'Let Black move'}
        </button>
        <label>
          <span class="unseen">New board</span>
          <select
            value={size}
            onChange={(e) => {
              const n = Number(e.currentTarget.value)
              setSize('')
              onSet(n === 19 ? words.baduk.start : `${n}/`.repeat(n - 1) + `${n} b`)
            }}>
            <option value="" disabled>
              {width === height ? `${width}×${width}` : `${width}×${height}`}
            </option>
            <option value="9">New 9×9</option>
            <option value="13">New 13×13</option>
            <option value="19">New 19×19</option>
          </select>
        </label>
      </div>
      {parts.length > 1 && (
        <div class="row">
          <Choice label="Compare" value={state.by} of={parts} onChange={(by) => go({ by, skip: 0 })} />
          {state.by !== '' && (
            <label>
              <span class="unseen">Corner</span>
              <select
                class="corner"
                value={state.corner}
                onChange={(e) => go({ corner: e.currentTarget.value, skip: 0 })}>
                {cornerNames.map(([name, text]) => (
                  <option key={name} value={name}>
                    {name === '' ? `${text} (${corner.replace('-', ' ')})` : text}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
      )}
    </div>
  )
}

/** sumsOf are the points that were played, each with the moves of both colours, the most played first. */
function sumsOf(p: Position): [string, number][] {
  const sums = new Map<string, number>()
  for (const m of p.moves) {
    const point = pointOf(m.uci)
    if (point) sums.set(point, (sums.get(point) ?? 0) + (m.games ?? total(m)))
  }
  return [...sums].sort((a, b) => b[1] - a[1]).slice(0, 12)
}

/** lettersOf are the letters of points, on the board and in the table of moves. */
export function lettersOf(p: Position): Map<string, string> {
  return new Map(sumsOf(p).map(([point], i) => [point, 'ABCDEFGHIJKL'[i]]))
}

/** spotsOf are the points that were played most, or all that are equal to the move that the reader points at. */
export function spotsOf(p: Position | undefined, pointed: string): Spot[] {
  if (!p) return []
  const n = (m: Position['moves'][0]) => m.games ?? total(m)
  const all = p.moves.reduce((sum, m) => sum + n(m), 0)
  const letters = lettersOf(p)
  const one = p.moves.find((m) => m.uci === pointed)
  if (one) {
    const letter = letters.get(pointOf(one.uci))
    const points = new Set([one.uci, ...(one.symmetric ?? [])].map((m) => pointOf(m) || m))
    return [...points].map((move) => ({ move, share: n(one) / all, letter, strong: true }))
  }
  return sumsOf(p).map(([move, sum]) => ({ move, share: sum / all, letter: letters.get(move) }))
}
