// Setting up a position, by pointer or by keyboard. The server says whether it is one.

import { useEffect, useRef, useState } from 'preact/hooks'
import { addSprite } from '../board/sprite'
import { pieceNames, pieces, problemOf, read } from '../chess'
import { words } from '../game'
import { Choice } from '../parts'
import { type Score, scoreOf } from '../tree'

interface Props {
  fen: string // to begin with
  flip: boolean
  onSet: (score: Score) => void
  onClose: () => void
}

const files = 'abcdefgh'
const rights = [
  ['K', 'White O-O'],
  ['Q', 'White O-O-O'],
  ['k', 'Black O-O'],
  ['q', 'Black O-O-O'],
]
const ordered = rights.map(([right]) => right)
const symbol = (piece: string) => (piece < 'a' ? 'w' : 'b') + piece.toLowerCase()
const named = (piece: string) => `${piece < 'a' ? 'White' : 'Black'} ${pieceNames[piece.toLowerCase()]}`

/** placement writes the pieces as the first field of a FEN. */
function placement(board: Map<string, string>): string {
  const rows = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => [...files].map((f) => board.get(f + rank) ?? '1').join(''))
  return rows.join('/').replace(/1+/g, (ones) => String(ones.length))
}

/** Editor sets pieces, the side to move and the rights to castle. */
export function Editor({ fen, flip, onSet, onClose }: Props) {
  const fields = fen.split(' ')
  const [board, setBoard] = useState(() => new Map(pieces(fen)))
  const [turn, setTurn] = useState(fields[1] === 'b' ? 'b' : 'w')
  const [castling, setCastling] = useState(fields[2] ?? '-')
  const [piece, setPiece] = useState('P')
  const [problem, setProblem] = useState('')
  useEffect(addSprite, [])
  useEscape(onClose)
  const put = (square: string, what: string) => {
    const next = new Map(board)
    if (what === '' || next.get(square) === what) next.delete(square)
    else next.set(square, what)
    setBoard(next)
    setProblem('')
  }
  const reset = (to: string) => {
    setBoard(new Map(pieces(to)))
    setTurn(to.split(' ')[1])
    setCastling(to.split(' ')[2])
    setProblem('')
  }
  const use = async () => {
    try {
      onSet(scoreOf(await read(`${placement(board)} ${turn} ${castling || '-'} - 0 1`)))
    } catch (e) {
      setProblem(problemOf(e))
    }
  }
  const has = (right: string) => castling.includes(right)
  const toggle = (right: string) => setCastling(ordered.filter((r) => has(r) !== (r === right)).join(''))
  return (
    <section class="editor" aria-labelledby="editor-title">
      <h1 id="editor-title" class="unseen">
        Set up a position
      </h1>
      <Squares board={board} flip={flip} piece={piece} onPut={put} />
      <Palette piece={piece} onPick={setPiece} />
      <div class="row">
        <Choice
          label="Side to move"
          value={turn}
          of={[
            ['w', 'White to move'],
            ['b', 'Black to move'],
          ]}
          onChange={setTurn}
        />
        {rights.map(([right, text]) => (
          <label key={right} class="right">
            <input type="checkbox" checked={has(right)} onChange={() => toggle(right)} /> {text}
          </label>
        ))}
      </div>
      <div class="row">
        <button type="button" class="main" onClick={() => void use()}>
          Use position
        </button>
        <button type="button" onClick={() => reset(words.chess.start)}>
          Start position
        </button>
        <button type="button" onClick={() => reset('8/8/8/8/8/8/8/8 w - - 0 1')}>
          Clear
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
      <p class={problem ? 'problem' : 'hint'} role="status">
        {problem ||
          'Arrow keys go from square to square; a letter sets a piece, White’s with Shift; Delete removes; Esc cancels.'}
      </p>
    </section>
  )
}

/** useEscape calls a function at the key Escape, which goes no further. */
function useEscape(call: () => void) {
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (e.key !== 'Escape' || (e.target as Element).closest?.('dialog')) return
      e.stopPropagation()
      call()
    }
    addEventListener('keydown', key, true)
    return () => removeEventListener('keydown', key, true)
  })
}

function Palette({ piece, onPick }: { piece: string; onPick: (piece: string) => void }) {
  return (
    <div class="palette" role="radiogroup" aria-label="Piece to set">
      {[...'KQRBNPkqrbnp', ''].map((p) => (
        <label key={p} title={p ? named(p) : 'Remove'}>
          <input type="radio" name="piece" checked={piece === p} onChange={() => onPick(p)} />
          <span class="unseen">{p ? named(p) : 'Remove'}</span>
          <svg viewBox="0 0 40 40" aria-hidden="true">
            {p ? <use href={'#' + symbol(p)} /> : <path class="cross" d="M10 10L30 30M30 10L10 30" />}
          </svg>
        </label>
      ))}
    </div>
  )
}

interface SquaresProps {
  board: Map<string, string>
  flip: boolean
  piece: string
  onPut: (square: string, piece: string) => void
}

/** Squares is a grid of buttons of which one can be reached by Tab, the others by arrow keys. */
function Squares({ board, flip, piece, onPut }: SquaresProps) {
  const [at, setAt] = useState('e4')
  const grid = useRef<HTMLDivElement>(null)
  useEffect(() => grid.current!.querySelector<HTMLElement>('[tabindex="0"]')!.focus(), [])
  const ranks = flip ? [1, 2, 3, 4, 5, 6, 7, 8] : [8, 7, 6, 5, 4, 3, 2, 1]
  const columns = flip ? [...files].reverse() : [...files]
  const key = (e: KeyboardEvent) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key]
    if (step) {
      const sign = flip ? -1 : 1
      const file = Math.max(0, Math.min(7, files.indexOf(at[0]) + sign * step[0]))
      const rank = Math.max(1, Math.min(8, Number(at[1]) + sign * step[1]))
      setAt(files[file] + rank)
      grid.current!.querySelector<HTMLElement>(`[data-at="${files[file] + rank}"]`)!.focus()
    } else if (/^[pnbrqkPNBRQK]$/.test(e.key)) {
      if (board.get(at) !== e.key) onPut(at, e.key)
    } else if (e.key === 'Delete' || e.key === 'Backspace') onPut(at, '')
    else return
    e.preventDefault()
    e.stopPropagation()
  }
  return (
    <div class="squares" role="grid" aria-label="Board to set up" ref={grid} onKeyDown={key}>
      {ranks.map((rank) => (
        <div key={rank} role="row">
          {columns.map((file) => {
            const square = file + rank
            const on = board.get(square)
            return (
              <button
                key={square}
                type="button"
                role="gridcell"
                data-at={square}
                class={(files.indexOf(file) + rank) % 2 ? 'dark' : 'light'}
                aria-label={`${square}: ${on ? named(on) : 'empty'}`}
                tabIndex={square === at ? 0 : -1}
                onFocus={() => setAt(square)}
                onClick={() => onPut(square, piece)}>
                <svg viewBox="0 0 40 40" aria-hidden="true">
                  {on && <use href={'#' + symbol(on)} />}
                </svg>
              </button>
            )
          })}
        </div>
      ))}
      <svg class="board-coordinates" viewBox="0 0 8 8" aria-hidden="true">
        {ranks.map((rank, y) => (
          <text key={rank} class={y % 2 ? 'on-dark' : 'on-light'} x="0.05" y={y + 0.2}>
            {rank}
          </text>
        ))}
        {columns.map((file, x) => (
          <text key={file} class={x % 2 ? 'on-light file' : 'on-dark file'} x={x + 0.95} y="7.94">
            {file}
          </text>
        ))}
      </svg>
    </div>
  )
}
