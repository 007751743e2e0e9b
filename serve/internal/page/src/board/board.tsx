// The board on which moves are played: cm-chessboard with our pieces, marks and arrows.

import { useEffect, useRef, useState } from 'preact/hooks'
import { Chessboard, INPUT_EVENT_TYPE, type InputEvent } from 'cm-chessboard/src/Chessboard.js'
import { Svg } from 'cm-chessboard/src/lib/Svg.js'
import { boardOf, checksOf, pieceNames, pieces, pocketOf, spoken, type Step } from '../chess'
import { blackToMove } from '../game'
import { squareAt, useDrawn } from './drawn'
import { addSprite } from './sprite'
import { type Arrow, arrowPath, corner, element } from './squares'
import { useWheel } from './wheel'

// A board whose size changes is drawn anew; an animation that is under way then removes pieces that are gone.
// cm-chessboard's own method warns of each in the console.
Svg.removeElement = (e) => e?.remove()

interface Props {
  fen: string
  flip: boolean
  last?: string // move that led here, UCI
  legal: Step[]
  arrows: Arrow[]
  announce: (text: string) => void
  onMove: (uci: string) => void
  onWheel: (by: number) => void
}

/** Board shows a position and takes legal moves by click, drag, touch and keyboard. */
export function Board(props: Props) {
  const holder = useRef<HTMLDivElement>(null)
  const board = useRef<Drawing>(undefined)
  const drawn = useDrawn(holder, props.fen, props.flip)
  const [promotion, setPromotion] = useState<string[]>([]) // moves to choose from
  const [cursor, setCursor] = useState('') // square of the keyboard
  const [taken, setTaken] = useState('') // square of the piece that the keyboard has taken
  const latest = useRef(props)
  latest.current = props

  useEffect(() => {
    const b = new Drawing(holder.current!, latest.current, {
      legal: (square) => latest.current.legal.filter((m) => m.uci.startsWith(square)),
      played: (uci) => latest.current.onMove(uci),
      choose: setPromotion,
    })
    board.current = b
    return () => b.board.destroy()
  }, [])
  useEffect(() => {
    setPromotion([])
    board.current!.show(props)
  }, [props.fen, props.flip, props.last])
  useEffect(() => {
    const own = drawn.map((uci) => ({ uci, weight: 0.7, drawn: true }))
    board.current!.drawArrows([...own, ...props.arrows], props.flip)
  }, [props.arrows, drawn, props.flip])

  useEffect(() => board.current!.drawCursor(cursor, taken, props.flip), [cursor, taken, props.flip, props.legal])
  useEffect(() => setTaken(''), [props.fen])
  useWheel(holder, props.onWheel)
  const [dropped, setDropped] = useState('') // a piece of a pocket, to be put on a square
  const drops = dropped ? props.legal.filter((m) => m.uci.startsWith(dropped.toUpperCase() + '@')) : []
  useEffect(() => setDropped(''), [props.fen])
  useEffect(() => {
    board.current!.drawDots(drops.map((m) => m.uci))
    const down = (e: PointerEvent) => {
      const square = e.button === 0 && dropped ? squareAt(e, holder.current!, latest.current.flip) : ''
      if (!square) return
      const move = drops.find((m) => m.uci.endsWith(square))
      setDropped('')
      e.stopPropagation()
      e.preventDefault()
      if (move) latest.current.onMove(move.uci)
    }
    const frame = holder.current!
    frame.addEventListener('pointerdown', down, true)
    return () => frame.removeEventListener('pointerdown', down, true)
  }, [dropped, props.fen])
  const pocket = (white: boolean) => (
    <Pocket
      held={pocketOf(props.fen, white)}
      white={white}
      turn={blackToMove(props.fen) !== white}
      chosen={dropped}
      onChoose={(piece) => setDropped(piece === dropped ? '' : piece)}
    />
  )
  const key = (e: KeyboardEvent) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key]
    if (e.ctrlKey || e.metaKey || e.altKey) return
    if (by) {
      const next = beside(cursor, by, props.flip)
      setCursor(next)
      props.announce(`${next}, ${nameOn(props.fen, next)}`)
    } else if ((e.key === 'Enter' || e.key === ' ') && cursor) {
      const name = nameOn(props.fen, cursor)
      const drop = drops.find((m) => m.uci.endsWith(cursor))
      if (drop) props.onMove(drop.uci)
      else if (taken && board.current!.enter(taken, cursor)) setTaken('')
      else if (taken !== cursor && props.legal.some((m) => m.uci.startsWith(cursor))) {
        setTaken(cursor)
        props.announce(`${cursor}, ${name}, taken`)
      } else {
        props.announce(`${cursor}, ${name}, ${taken ? 'not moved' : 'has no move'}`)
        setTaken('')
      }
    } else if (e.key === 'Escape' && taken) setTaken('')
    else return
    e.preventDefault()
    e.stopPropagation()
  }

  return (
    <div class="board-frame">
      {pocket(props.flip)}
      <div
        class="main-board"
        ref={holder}
        tabIndex={0}
        role="application"
        aria-label={`Board. ${spoken(props.fen)} Arrow keys choose a square, Enter takes a piece and plays it there.`}
        onKeyDown={key}
        onMouseDown={(e) => e.preventDefault()} // after a click the arrow keys go along the line
        onFocus={() => setCursor((c) => c || (props.flip ? 'd5' : 'e4'))}
      />
      {pocket(!props.flip)}
      {checksOf(props.fen) && <p class="checks-given">{checksOf(props.fen)}</p>}
      {promotion.length > 0 && (
        <div class="promotion" role="group" aria-label="Promote to">
          {promotion.map((uci, i) => (
            <button
              key={uci}
              type="button"
              ref={i === 0 ? focus : undefined}
              aria-label={{ q: 'Queen', r: 'Rook', b: 'Bishop', n: 'Knight', k: 'King' }[uci[4]]}
              onClick={() => {
                setPromotion([])
                props.onMove(uci)
              }}>
              <svg viewBox="0 0 40 40" aria-hidden="true">
                <use href={`#${uci[3] === '8' ? 'w' : 'b'}${uci[4]}`} />
              </svg>
            </button>
          ))}
          <button type="button" class="plain" onClick={() => setPromotion([])}>
            Cancel
          </button>
        </div>
      )}
    </div>
  )
}

interface PocketProps {
  held: string[] // letters of pieces, as in a FEN
  white: boolean
  turn: boolean // the side is to move
  chosen: string
  onChoose: (piece: string) => void
}

/** Pocket shows the pieces that a side can drop. A click on one and then on a square drops it. */
function Pocket({ held, white, turn, chosen, onChoose }: PocketProps) {
  if (held.length === 0) return null
  return (
    <div class="pocket" role="group" aria-label={`Pocket of ${white ? 'White' : 'Black'}`}>
      {[...new Set(held)].map((c) => {
        const count = held.filter((h) => h === c).length
        return (
          <button
            key={c}
            type="button"
            disabled={!turn}
            aria-pressed={chosen === c}
            aria-label={`Drop a ${pieceNames[c.toLowerCase()]} of ${count}`}
            onClick={() => onChoose(c)}>
            <svg viewBox="0 0 40 40" aria-hidden="true">
              <use href={`#${white ? 'w' : 'b'}${c.toLowerCase()}`} />
            </svg>
            {count > 1 && count}
          </button>
        )
      })}
    </div>
  )
}

/** beside is the square that an arrow key leads to. */
function beside(square: string, [x, y]: number[], flip: boolean): string {
  const sign = flip ? -1 : 1
  const within = (n: number) => Math.max(0, Math.min(7, n))
  const file = within(square.charCodeAt(0) - 97 + sign * x)
  return 'abcdefgh'[file] + (1 + within(Number(square[1]) - 1 + sign * y))
}

/** nameOn is what stands on a square. */
function nameOn(fen: string, square: string): string {
  const piece = pieces(fen).find(([at]) => at === square)?.[1]
  return piece ? `${piece < 'a' ? 'white' : 'black'} ${pieceNames[piece.toLowerCase()] ?? 'piece'}` : 'empty'
}

function focus(e: HTMLElement | null) {
  e?.focus()
}

interface Rules {
  legal: (square: string) => Step[]
  played: (uci: string) => void
  choose: (moves: string[]) => void
}

/** A Drawing is a cm-chessboard with layers for marks below the pieces and arrows above them. */
class Drawing {
  readonly board: Chessboard
  private marks: SVGElement
  private dots: SVGElement
  private arrows: SVGElement
  private coordinates: SVGElement
  private cursor: SVGElement
  private flip: boolean
  private fen: string

  constructor(
    holder: HTMLElement,
    p: Props,
    private rules: Rules,
  ) {
    addSprite()
    this.flip = p.flip
    this.fen = p.fen
    this.board = new Chessboard(holder, {
      position: boardOf(p.fen),
      orientation: p.flip ? 'b' : 'w',
      style: { cssClass: 'ours', showCoordinates: false, animationDuration: motion() ? 160 : 0 },
    })
    this.board.view.svg.removeAttribute('role') // the holder has the role and a label
    this.board.view.svg.setAttribute('aria-hidden', 'true')
    const layer = (parent: SVGElement, name: string) => {
      const svg = element('svg', { viewBox: '0 0 8 8', width: '100%', height: '100%', class: name })
      parent.append(svg)
      return svg
    }
    this.coordinates = layer(this.board.view.markersLayer, 'board-coordinates')
    this.marks = layer(this.board.view.markersLayer, 'board-marks')
    this.arrows = layer(this.board.view.markersTopLayer, 'board-arrows')
    this.dots = layer(this.board.view.markersTopLayer, 'board-dots')
    this.cursor = layer(this.board.view.markersTopLayer, 'board-cursor')
    this.styleByScript()
    this.takeMoves()
    this.drawCoordinates()
  }

  show(p: Props) {
    if (p.flip !== this.flip) {
      this.flip = p.flip
      void this.board.setOrientation(p.flip ? 'b' : 'w', false)
      this.drawCoordinates()
    }
    this.fen = p.fen
    void this.board.setPosition(boardOf(p.fen), true)
    this.dots.replaceChildren()
    this.marks.replaceChildren()
    for (const square of p.last && p.last !== '0000' ? [p.last.slice(0, 2), p.last.slice(2, 4)] : []) {
      if (square.endsWith('@')) continue // a drop
      this.marks.append(element('rect', { ...corner(square, p.flip), width: 1, height: 1 }))
    }
  }

  drawArrows(arrows: Arrow[], flip: boolean) {
    this.arrows.replaceChildren(
      ...[...arrows].reverse().map((a) => {
        const kind = a.drawn ? 'drawn' : a.strong ? 'strong' : a.best ? 'best' : ''
        const drop = a.uci[1] === '@'
        if (!drop && a.uci.slice(0, 2) !== a.uci.slice(2, 4))
          return element('path', { d: arrowPath(a, flip), class: kind })
        const { x, y } = corner(drop ? a.uci.slice(2) : a.uci, flip)
        return element('circle', { cx: x + 0.5, cy: y + 0.5, r: 0.45, class: kind })
      }),
    )
  }

  private drawCoordinates() {
    const all: SVGElement[] = []
    for (let i = 0; i < 8; i++) {
      const rank = element('text', { x: 0.06, y: i + 0.21, class: i % 2 ? 'on-dark' : 'on-light' })
      rank.textContent = String(this.flip ? i + 1 : 8 - i)
      const file = element('text', { x: i + 0.95, y: 7.94, class: i % 2 ? 'on-light file' : 'on-dark file' })
      file.textContent = 'abcdefgh'[this.flip ? 7 - i : i]
      all.push(rank, file)
    }
    this.coordinates.replaceChildren(...all)
  }

  // cm-chessboard positions the piece that is dragged by a style attribute, which the page's policy forbids.
  private styleByScript() {
    const input = this.board.view.visualMoveInput
    input.createDraggablePiece = (name) => {
      const edge = this.board.view.squareHeight
      const svg = element('svg', { viewBox: '0 0 40 40', width: edge, height: edge }) as SVGSVGElement
      svg.classList.add('dragged-piece')
      svg.append(element('use', { href: '#' + name }))
      document.body.append(svg)
      input.draggablePiece = svg
    }
    input.moveDraggablePiece = (x, y) => {
      const half = this.board.view.squareHeight / 2
      input.draggablePiece!.style.transform = `translate(${x - half}px, ${y - half}px)`
    }
  }

  /** drawCursor shows the square of the keyboard, and where the piece that it has taken may go. */
  drawCursor(at: string, taken: string, flip: boolean) {
    const box = (square: string, kind: string) =>
      element('rect', { ...corner(square, flip), width: 1, height: 1, class: kind })
    this.cursor.replaceChildren(...(taken ? [box(taken, 'taken')] : []), ...(at ? [box(at, 'cursor')] : []))
    this.drawDots(taken ? this.rules.legal(taken).map((m) => m.uci) : [])
  }

  /** enter plays a move, or lets the reader choose among several. It returns false if there is none. */
  enter(from: string, to: string): boolean {
    const found = this.moves(from, to)
    if (found.length > 1) this.choose(found)
    else if (found.length === 1) this.rules.played(found[0])
    return found.length > 0
  }

  private choose(found: string[]) {
    const order = (uci: string) => 'qrbnk'.indexOf(uci[4])
    this.rules.choose(found.sort((a, b) => order(a) - order(b)))
  }

  /** moves are the legal moves from one square to another. */
  private moves(from: string, to: string): string[] {
    const all = this.rules.legal(from)
    const found = all.filter((m) => m.uci.slice(2, 4) === to)
    if (found.length > 0) return found.map((m) => m.uci)
    // Castling in its other notation: the king on its rook, or in Chess960 the king two or more steps.
    const name = to > from ? 'O-O' : 'O-O-O'
    const apart = Math.abs(to.charCodeAt(0) - from.charCodeAt(0))
    if (to[1] !== from[1] || (apart < 2 && !this.rookOn(to))) return []
    return all.filter((m) => m.san.replace(/[+#]/, '') === name).map((m) => m.uci)
  }

  private takeMoves() {
    const { rules } = this
    let from = '' // where the last move began
    const moves = (from: string, to: string) => this.moves(from, to)
    this.board.enableMoveInput((e: InputEvent) => {
      switch (e.type) {
        case INPUT_EVENT_TYPE.moveInputStarted: {
          const castling = from && this.rookOn(e.squareFrom) ? moves(from, e.squareFrom) : []
          if (castling.length === 1) {
            from = ''
            rules.played(castling[0])
            return false
          }
          from = e.squareFrom
          const all = rules.legal(from)
          this.drawDots(all.map((m) => m.uci))
          return all.length > 0
        }
        case INPUT_EVENT_TYPE.validateMoveInput: {
          const found = moves(e.squareFrom, e.squareTo)
          this.dots.replaceChildren()
          if (found.length > 1) this.choose(found)
          return found.length === 1
        }
        case INPUT_EVENT_TYPE.moveInputFinished:
          from = ''
          if (e.legalMove) rules.played(moves(e.squareFrom, e.squareTo)[0])
          this.dots.replaceChildren()
          return
        case INPUT_EVENT_TYPE.moveInputCanceled:
          this.dots.replaceChildren()
      }
    })
  }

  /** rookOn says whether a rook stands on a square. */
  private rookOn(square: string): boolean {
    return pieces(this.fen).some(([s, c]) => s === square && c.toLowerCase() === 'r')
  }

  drawDots(moves: string[]) {
    const targets = [...new Set(moves.map((m) => m.slice(2, 4)))]
    this.dots.replaceChildren(
      ...targets.map((square) => {
        const { x, y } = corner(square, this.flip)
        return element('circle', { cx: x + 0.5, cy: y + 0.5, r: 0.15 })
      }),
    )
  }
}

function motion(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches
}
