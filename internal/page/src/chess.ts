// Positions and moves, on top of chess.js.

import { Chess, DEFAULT_POSITION, type Move } from 'chess.js'

export const startFEN = DEFAULT_POSITION

export interface Step {
  san: string
  uci: string
  fen: string
  number: string
} // fen after the move

export interface Line {
  start: string // full FEN
  steps: Step[]
  problem: string // what is wrong with the FEN or a move, '' if nothing; steps stop before it
}

function uciOf(m: Move): string {
  return m.from + m.to + (m.promotion ?? '')
}

/** fenAt is the position of a line after n of its moves. */
export function fenAt(line: Line, n: number): string {
  return n > 0 && line.steps.length > 0 ? line.steps[Math.min(n, line.steps.length) - 1].fen : line.start
}

/** moveNumber is "3." or "3…" before a move from that position. */
export function moveNumber(fen: string): string {
  const [, turn, , , , number] = fen.split(' ')
  return (number ?? '1') + (turn === 'b' ? '…' : '.')
}

/** replay plays UCI moves from a FEN ('' for the start position). */
export function replay(fen: string, moves: string[]): Line {
  const line: Line = { start: startFEN, steps: [], problem: '' }
  let game: Chess
  try {
    game = new Chess(fen || startFEN)
  } catch (e) {
    line.problem = 'This is not a FEN: ' + reason(e)
    return line
  }
  line.start = game.fen()
  for (const uci of moves) {
    const number = moveNumber(game.fen())
    const m = play(game, uci)
    if (!m) {
      line.problem = `The move ${uci} is not legal after ${line.steps.length} moves.`
      break
    }
    line.steps.push({ san: m.san, uci: uciOf(m), fen: game.fen(), number })
  }
  return line
}

function play(game: Chess, uci: string): Move | null {
  try {
    return game.move({ from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci[4] })
  } catch {
    return null
  }
}

function reason(e: unknown): string {
  const text = e instanceof Error ? e.message : String(e)
  return text.replace(/^Invalid FEN: /, '').replace(/\.?$/, '.')
}

/** legal returns the legal moves of a position in UCI notation, of one square or of all. */
export function legal(fen: string, square?: string): string[] {
  try {
    return new Chess(fen)
      .moves({ verbose: true })
      .map(uciOf)
      .filter((m) => !square || m.startsWith(square))
  } catch {
    return []
  }
}

/** ending says how a game is over in a position, or ''. */
export function ending(fen: string): string {
  try {
    const game = new Chess(fen)
    if (game.isCheckmate()) return 'checkmate'
    if (game.isStalemate()) return 'stalemate'
  } catch {
    /* no ending */
  }
  return ''
}

export type Input =
  | { kind: 'moves'; moves: string[] } // to be played from the position on the board, UCI
  | { kind: 'line'; fen: string; moves: string[]; title: string } // a FEN or a game
  | { kind: 'problem'; problem: string }

/** read tells moves, a FEN and a PGN apart and reads them. */
export function read(text: string, fen: string): Input {
  text = text.trim()
  if (/^([1-8pnbrqkPNBRQK]+\/){7}[1-8pnbrqkPNBRQK]+(\s|$)/.test(text)) {
    const line = replay(text, [])
    if (line.problem) return { kind: 'problem', problem: line.problem }
    return { kind: 'line', fen: line.start === startFEN ? '' : line.start, moves: [], title: 'Position set.' }
  }
  if (/^\s*\[/.test(text) || /(^|\s)1\.\s*\S/.test(text)) return readPGN(text)
  const game = new Chess(fen)
  const moves: string[] = []
  for (const word of text.split(/[\s,]+/)) {
    const san = word
      .replace(/^\d+\.*…?/, '')
      .replaceAll('0-0-0', 'O-O-O')
      .replaceAll('0-0', 'O-O')
    if (!san || /^(1-0|0-1|1\/2-1\/2|\*)$/.test(san)) continue
    const m = play(game, san) ?? sloppy(game, san)
    if (!m) {
      const where = moves.length > 0 ? ` after ${moves.length} of these moves` : ' here'
      return { kind: 'problem', problem: `${word} is not a legal move${where}, nor a FEN or PGN.` }
    }
    moves.push(uciOf(m))
  }
  if (moves.length === 0) return { kind: 'problem', problem: 'Type a move such as Nf3, or paste a FEN or a PGN.' }
  return { kind: 'moves', moves }
}

export function sloppy(game: Chess, san: string): Move | null {
  try {
    return game.move(san, { strict: false })
  } catch {
    return null
  }
}

function readPGN(text: string): Input {
  const game = new Chess()
  const second = text.search(/\n\s*\n\s*\[Event /)
  try {
    game.loadPgn(second > 0 ? text.slice(0, second) : text)
  } catch (e) {
    return { kind: 'problem', problem: 'This PGN cannot be read: ' + reason(e) }
  }
  const moves = game.history({ verbose: true })
  if (moves.length === 0 && !/\[FEN /.test(text)) return { kind: 'problem', problem: 'This PGN has no moves.' }
  const tags = game.getHeaders()
  const start = moves.length > 0 ? moves[0].before : game.fen()
  const known = (name?: string | null) => name && name !== '?'
  const who = known(tags.White) || known(tags.Black) ? `${tags.White} – ${tags.Black}: ` : ''
  const more = second > 0 ? ' Only the first game is shown.' : ''
  return {
    kind: 'line',
    fen: start === startFEN ? '' : start,
    moves: moves.map(uciOf),
    title: `${who}${moves.length} moves, counting both sides.${more}`,
  }
}

const pieceNames: Record<string, string> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' }

/** spoken lists a position's pieces for a screen reader. */
export function spoken(fen: string): string {
  const [placement, turn] = fen.split(' ')
  const sides: Record<string, string[]> = { white: [], black: [] }
  placement.split('/').forEach((row, i) => {
    let file = 0
    for (const c of row) {
      if (c >= '1' && c <= '8') {
        file += Number(c)
        continue
      }
      const piece = pieceNames[c.toLowerCase()] + ' ' + 'abcdefgh'[file++] + (8 - i)
      sides[c === c.toLowerCase() ? 'black' : 'white'].push(piece)
    }
  })
  const order = (names: string[]) =>
    Object.values(pieceNames)
      .flatMap((p) => names.filter((n) => n.startsWith(p)))
      .join(', ')
  return `White: ${order(sides.white)}. Black: ${order(sides.black)}. ${turn === 'b' ? 'Black' : 'White'} to move.`
}
