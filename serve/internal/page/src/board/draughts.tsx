// A board of English draughts on which moves are played.

import { useEffect, useRef, useState } from 'preact/hooks'
import { spoken, type Step } from '../chess'
import { draughtsmen, squareOf } from '../game'
import { type Arrow, arrowPath, corner } from './squares'
import { useWheel } from './wheel'

interface Props {
  fen: string
  flip: boolean
  last?: string
  legal: Step[]
  arrows: Arrow[] // with moves such as 11-15
  announce: (text: string) => void
  onMove: (move: string) => void
  onSquare?: (n: number) => void // in place of moves
  onWheel: (by: number) => void
}

const squares = (move: string) => move.split(/[-x]/).map(Number)

/** Draughts shows a position and takes moves by clicks and keyboard: a piece, then each square that it goes to. */
export function Draughts({ fen, flip, last, legal, arrows, announce, onMove, onSquare, onWheel }: Props) {
  const [path, setPath] = useState<number[]>([])
  const [cursor, setCursor] = useState(0)
  const holder = useRef<HTMLDivElement>(null)
  useWheel(holder, onWheel)
  useEffect(() => setPath([]), [fen, !onSquare])
  const men = draughtsmen(fen)
  const moves = legal.map((m) => ({ move: m.uci, path: squares(m.uci) }))
  const fit = (path: number[]) => moves.filter((m) => path.every((n, i) => m.path[i] === n))
  const choose = (n: number) => {
    if (onSquare) return onSquare(n)
    const on = fit([...path, n])
    // A square further on will do if only one move goes there.
    const ends = fit(path).filter((m) => m.path.at(-1) === n)
    const one = on.filter((m) => m.path.length === path.length + 1)
    if (path.length > 0 && one.length === 1 && on.length === 1) onMove(one[0].move)
    else if (path.length > 0 && on.length > 0) setPath([...path, n])
    else if (path.length > 0 && ends.length === 1) onMove(ends[0].move)
    else setPath(fit([n]).length > 0 ? [n] : [])
  }
  const corners = (n: number) => corner(squareOf(n), flip)
  const click = (e: MouseEvent) => {
    const box = (e.currentTarget as SVGElement).getBoundingClientRect()
    const x = Math.floor(((e.clientX - box.left) / box.width) * 8)
    const y = Math.floor(((e.clientY - box.top) / box.height) * 8)
    const n = all.find((n) => corners(n).x === x && corners(n).y === y)
    if (n) choose(n)
  }
  const key = (e: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -4, ArrowDown: 4 }[e.key]
    if (e.ctrlKey || e.metaKey || e.altKey) return
    if (by) {
      const next = cursor === 0 ? 1 : Math.min(Math.max(cursor + (flip ? -by : by), 1), 32)
      setCursor(next)
      announce(`${next}, ${nameOf(men.get(next))}`)
    } else if ((e.key === 'Enter' || e.key === ' ') && cursor > 0) choose(cursor)
    else return
    e.preventDefault()
    e.stopPropagation()
  }
  const targets = path.length > 0 ? new Set(fit(path).map((m) => m.path[path.length])) : new Set<number>()
  const marked = path.length > 0 ? path : last ? squares(last) : []
  const does = onSquare ? 'changes what is on it' : 'takes a piece and puts it down'
  return (
    <div class="board-frame">
      <div
        class="draughts"
        ref={holder}
        tabIndex={0}
        role="application"
        aria-label={`Board. ${spoken(fen)} Arrow keys choose a square, Enter ${does}.`}
        onKeyDown={key}
        onMouseDown={(e) => e.preventDefault()} // after a click the arrow keys go along the line
        onFocus={() => setCursor((c) => c || 1)}>
        <svg viewBox="0 0 8 8" aria-hidden="true" onClick={click}>
          {all.map((n) => {
            const { x, y } = corners(n)
            const piece = men.get(n)
            return (
              <g key={n} data-square={n} data-piece={piece}>
                <rect class={marked.includes(n) ? 'dark marked' : 'dark'} x={x} y={y} width="1" height="1" />
                <text x={x + 0.04} y={y + 0.04}>
                  {n}
                </text>
                {piece && <Piece piece={piece} x={x + 0.5} y={y + 0.5} />}
                {targets.has(n) && <circle class="target" cx={x + 0.5} cy={y + 0.5} r="0.15" />}
              </g>
            )
          })}
          {cursor > 0 && <rect class="cursor" {...corners(cursor)} width="1" height="1" />}
          <g class="board-arrows">
            {[...arrows].reverse().map((a) => {
              const path = squares(a.uci)
              const uci = squareOf(path[0]) + squareOf(path.at(-1)!)
              return <path key={a.uci} d={arrowPath({ ...a, uci }, flip)} class={a.strong ? 'strong' : ''} />
            })}
          </g>
        </svg>
      </div>
    </div>
  )
}

function nameOf(piece: string | undefined): string {
  if (!piece) return 'empty'
  return `${piece.toLowerCase() === 'b' ? 'black' : 'white'} ${piece < 'a' ? 'king' : 'man'}`
}

/** Piece is a man or, in capitals, a king. */
function Piece({ piece, x, y }: { piece: string; x: number; y: number }) {
  return (
    <g class={piece.toLowerCase() === 'b' ? 'black' : 'white'}>
      <circle cx={x} cy={y} r="0.36" />
      <circle cx={x} cy={y} r="0.25" />
      {piece < 'a' && (
        <path
          transform={`translate(${x} ${y})`}
          d="M-.18 .13L-.22 -.14L-.09 -.02L0 -.18L.09 -.02L.22 -.14L.18 .13Z"
        />
      )}
    </g>
  )
}

const all = Array.from({ length: 32 }, (_, i) => i + 1)
