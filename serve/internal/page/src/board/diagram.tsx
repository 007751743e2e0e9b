// A board to look at.

import { useEffect } from 'preact/hooks'
import { pieces, spoken } from '../chess'
import { addSprite } from './sprite'
import { corner } from './squares'

/** Diagram draws a position, with some squares marked. */
export function Diagram({ fen, marked, label }: { fen: string; marked: string[]; label: string }) {
  useEffect(addSprite, [])
  const squares = []
  for (let i = 0; i < 64; i++)
    if ((i + (i >> 3)) % 2) squares.push(<rect key={i} x={i % 8} y={i >> 3} width="1" height="1" />)
  return (
    <svg class="diagram" viewBox="0 0 8 8" role="img" aria-label={`${label}. ${spoken(fen)}`}>
      <rect class="light" width="8" height="8" />
      <g class="dark">{squares}</g>
      <g class="board-marks">
        {marked.map((s) => (
          <rect key={s} {...corner(s, false)} width="1" height="1" />
        ))}
      </g>
      {pieces(fen).map(([square, c]) => {
        const piece = (c < 'a' ? 'w' : 'b') + c.toLowerCase()
        const { x, y } = corner(square, false)
        return <use key={square} href={'#' + piece} transform={`translate(${x} ${y}) scale(.025)`} />
      })}
    </svg>
  )
}
