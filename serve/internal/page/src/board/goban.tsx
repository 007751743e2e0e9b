// A board of Go of any size, to play on or to set up.

import { useEffect, useRef, useState } from 'preact/hooks'
import { goban, nameOf, place, pointOf } from '../game'
import { spoken } from '../chess'
import { useWheel } from './wheel'

/** A Spot is a point with a mark: a move that was played there, with its share of the games. */
export interface Spot {
  move: string
  share: number
  letter?: string // of its row in the table
  strong?: boolean
}

interface Props {
  fen: string
  flip: boolean
  last?: string
  spots: Spot[]
  region?: { corner: string; side: number } // what moves and games have in common with the position
  announce: (text: string) => void
  onPoint: (name: string) => void
  onWheel: (by: number) => void
}

const margin = 0.6 // besides the lines, with the coordinates

/** Goban shows a position and takes points by click, touch and keyboard. */
export function Goban({ fen, flip, last, spots, region, announce, onPoint, onWheel }: Props) {
  const { width, height, rows } = goban(fen)
  const [cursor, setCursor] = useState<[number, number]>()
  const holder = useRef<HTMLDivElement>(null)
  useWheel(holder, onWheel)
  useEffect(() => setCursor(undefined), [width, height])
  const at = (x: number, y: number) => (flip ? [width - 1 - x, height - 1 - y] : [x, y])
  const point = (name: string) => {
    const { x, y } = place(name, height)
    return at(x, y)
  }
  const click = (e: MouseEvent) => {
    const box = (e.currentTarget as SVGElement).getBoundingClientRect()
    const x = Math.round(((e.clientX - box.left) / box.width) * (width + margin) - 1)
    const y = Math.round(((e.clientY - box.top) / box.height) * (height + margin) - 1)
    const [column, row] = at(x, y)
    if (rows[row]?.[column]) onPoint(nameOf(column, row, height))
  }
  const key = (e: KeyboardEvent) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key]
    const [x, y] = cursor ?? [width >> 1, height >> 1]
    const [column, row] = at(x, y)
    if (e.ctrlKey || e.metaKey || e.altKey) return
    if (by) {
      const next: [number, number] = [
        Math.min(Math.max(x + by[0], 0), width - 1),
        Math.min(Math.max(y + by[1], 0), height - 1),
      ]
      setCursor(next)
      const [c, r] = at(...next)
      announce(`${nameOf(c, r, height)}, ${{ X: 'black', O: 'white' }[rows[r][c]] ?? 'empty'}`)
    } else if (e.key === 'Enter' || e.key === ' ') onPoint(nameOf(column, row, height))
    else return
    e.preventDefault()
    e.stopPropagation()
  }
  const lastPoint = last && pointOf(last)
  return (
    <div class="board-frame">
      <div
        class="goban"
        ref={holder}
        tabIndex={0}
        role="application"
        aria-label={`Board. ${spoken(fen)} Arrow keys choose a point, Enter plays there.`}
        onKeyDown={key}
        onMouseDown={(e) => e.preventDefault()} // after a click the arrow keys go along the line
        onFocus={() => setCursor((c) => c ?? [width >> 1, height >> 1])}>
        <svg viewBox={`-1 -1 ${width + margin} ${height + margin}`} aria-hidden="true" onClick={click}>
          {region && <Region {...region} width={width} height={height} flip={flip} />}
          <Grid width={width} height={height} flip={flip} />
          <Stones rows={rows} at={at} />
          {lastPoint && <circle class="last" cx={point(lastPoint)[0]} cy={point(lastPoint)[1]} r="0.2" />}
          {spots.map(({ move, share, letter, strong }) => {
            if (!pointOf(move)) return null
            const [x, y] = point(pointOf(move))
            return (
              <g key={move} class={strong ? 'spot strong' : 'spot'} data-spot={pointOf(move)}>
                <circle cx={x} cy={y} r="0.44" />
                {letter && (
                  <text class="letter" x={x} y={share >= 0.005 ? y - 0.15 : y}>
                    {letter}
                  </text>
                )}
                {share >= 0.005 && (
                  <text class="share" x={x} y={letter ? y + 0.2 : y}>
                    {Math.round(100 * share)}
                  </text>
                )}
              </g>
            )
          })}
          {cursor && <rect class="cursor" x={cursor[0] - 0.48} y={cursor[1] - 0.48} width="0.96" height="0.96" />}
        </svg>
      </div>
    </div>
  )
}

/** Grid is the lines, the points that are drawn bold, and the names of columns and rows. */
function Grid({ width, height, flip }: { width: number; height: number; flip: boolean }) {
  const label = (n: number, size: number) => (flip ? size - 1 - n : n)
  const columns = Array.from({ length: width }, (_, x) => x)
  const rows = Array.from({ length: height }, (_, y) => y)
  return (
    <>
      <path
        class="lines"
        d={columns.map((x) => `M${x} 0V${height - 1}`).join('') + rows.map((y) => `M0 ${y}H${width - 1}`).join('')}
      />
      {starPoints(width, height).map(([x, y]) => (
        <circle key={`${x},${y}`} class="star" cx={x} cy={y} r="0.1" />
      ))}
      {columns.map((x) => (
        <text key={x} x={x} y={-0.62}>
          {nameOf(label(x, width), 0, 1)[0]}
        </text>
      ))}
      {rows.map((y) => (
        <text key={y} x={-0.7} y={y}>
          {height - label(y, height)}
        </text>
      ))}
    </>
  )
}

/** Stones are drawn at the places that their points have on the board. */
function Stones({ rows, at }: { rows: string[]; at: (x: number, y: number) => number[] }) {
  const stones = rows.flatMap((r, y) => [...r].map((c, x) => ({ c, x, y })).filter(({ c }) => c !== '.'))
  return (
    <>
      {stones.map(({ c, x, y }) => {
        const [cx, cy] = at(x, y)
        const name = nameOf(x, y, rows.length)
        return <circle key={name} data-point={name} class={c === 'X' ? 'black' : 'white'} cx={cx} cy={cy} r="0.47" />
      })}
    </>
  )
}

function Region(p: { corner: string; side: number; width: number; height: number; flip: boolean }) {
  if (Math.min(p.width, p.height) < p.side) return null
  const right = p.corner.endsWith('right') !== p.flip
  const upper = p.corner.startsWith('upper') !== p.flip
  return (
    <rect
      class="region"
      x={right ? p.width - p.side - 0.5 : -0.5}
      y={upper ? -0.5 : p.height - p.side - 0.5}
      width={p.side}
      height={p.side}
    />
  )
}

/** starPoints are the points that are drawn bold. */
function starPoints(width: number, height: number): [number, number][] {
  if (width !== height || ![9, 13, 19].includes(width)) return []
  const edge = width === 9 ? 2 : 3
  const lines = [edge, width >> 1, width - 1 - edge]
  const all = lines.flatMap((x) => lines.map((y): [number, number] => [x, y]))
  return width === 19 ? all : all.filter(([x, y]) => (x === width >> 1) === (y === width >> 1))
}
