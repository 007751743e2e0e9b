// What the page must know of each game that an index can hold. Rules are the server's.

export type GameName = 'chess' | 'baduk' | 'checkers'

interface Words {
  start: string // text of the first position
  records: string // format of the games
  ending: string // of their files
  accept: string // files to open
  hint: string // what may be typed
  text: string // what a text of a position is called
}

export const words: Record<GameName, Words> = {
  chess: {
    start: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    records: 'PGN',
    ending: '.pgn',
    accept: '.pgn,.epd,.fen,.txt',
    hint: 'Nf3, or paste a position, a game or a link',
    text: 'FEN',
  },
  baduk: {
    start: '19/'.repeat(18) + '19 b',
    records: 'SGF',
    ending: '.sgf',
    accept: '.sgf,.txt',
    hint: 'Q16 D4, or paste a board or an SGF',
    text: 'position',
  },
  checkers: {
    start: 'B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12',
    records: 'PDN',
    ending: '.pdn',
    accept: '.pdn,.fen,.txt',
    hint: '11-15 23-19, or paste a position or a game',
    text: 'FEN',
  },
}

/** familyOf is the game whose words and board an index has: chess for its variants. */
export function familyOf(name = 'chess'): GameName {
  return name in words ? (name as GameName) : 'chess'
}

/** gameOf is the game that a text of a position belongs to: "W:W31:B1" is of draughts, "9/9/… b" of Go. */
export function gameOf(fen: string): GameName {
  return fen.includes(':') ? 'checkers' : /^\S+ [bw]$/.test(fen) ? 'baduk' : 'chess'
}

/** isStart says whether a position is the first one of its game. */
export function isStart(fen: string): boolean {
  return fen === words[gameOf(fen)].start
}

/** firstSide is the side that moves first in a game. */
export function firstSide(game: GameName): 'white' | 'black' {
  return game === 'chess' ? 'white' : 'black'
}

/** blackToMove says who is to move. */
export function blackToMove(fen: string): boolean {
  return gameOf(fen) === 'checkers' ? fen.startsWith('B') : fen.split(' ')[1] === 'b'
}

/** moveNumber is "3." or "3…" before a move from that position. In Go each move has a number. */
export function moveNumber(fen: string, ply: number): string {
  switch (gameOf(fen)) {
    case 'baduk':
      return ply + 1 + '.'
    case 'checkers':
      return (ply >> 1) + 1 + (blackToMove(fen) ? '.' : '…')
  }
  const fields = fen.split(' ').filter((f) => !f.includes('+')) // checks to give
  return (fields[5] ?? '1') + (blackToMove(fen) ? '…' : '.')
}

/** columns are the letters of a goban's columns; there is no I. */
const columns = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'

/** goban reads a text of a position of Go. */
export function goban(fen: string): { width: number; height: number; rows: string[] } {
  const rows = fen
    .split(' ')[0]
    .split('/')
    .map((r) => r.replace(/\d+/g, (n) => '.'.repeat(Number(n))))
  return { width: rows[0].length, height: rows.length, rows }
}

/** withStone is the text of a position with one point changed. */
export function withStone(fen: string, name: string, color: 'X' | 'O' | '.'): string {
  const { rows, height } = goban(fen)
  const { x, y } = place(name, height)
  const text = rows
    .map((r, i) => (i === y ? r.slice(0, x) + color + r.slice(x + 1) : r))
    .map((r) => r.replace(/\.+/g, (e) => String(e.length)))
  return text.join('/') + ' ' + fen.split(' ')[1]
}

/** place is where a point is, such as "Q16" on 19 rows. */
export function place(name: string, height: number): { x: number; y: number } {
  return { x: columns.indexOf(name[0]), y: height - Number(name.slice(1)) }
}

/** nameOf is the inverse of place. */
export function nameOf(x: number, y: number, height: number): string {
  return columns[x] + (height - y)
}

/** pointOf is the point of a move of Go, '' for a pass and a setup: "Q16" of "W Q16". */
export function pointOf(move: string): string {
  return /^(?:[BW] )?([A-HJ-Z]\d+)$/.exec(move)?.[1] ?? ''
}

/** draughtsmen are the pieces of a position of draughts: b and w are men, B and W kings. */
export function draughtsmen(fen: string): Map<number, string> {
  const all = new Map<number, string>()
  for (const side of fen.split(':').slice(1))
    for (const one of side.slice(1).split(',').filter(Boolean)) {
      const king = one.startsWith('K')
      all.set(Number(king ? one.slice(1) : one), king ? side[0] : side[0].toLowerCase())
    }
  return all
}

/** withMan is the text of a position of draughts with a piece on a square, or without one: ''. */
export function withMan(fen: string, n: number, piece: string): string {
  const men = draughtsmen(fen)
  const crowned = piece === 'b' ? n > 28 : piece === 'w' && n < 5
  if (piece) men.set(n, crowned ? piece.toUpperCase() : piece)
  else men.delete(n)
  const side = (c: string) =>
    [...men]
      .filter(([, p]) => p.toUpperCase() === c)
      .sort(([a], [b]) => a - b)
      .map(([n, p]) => (p === c ? 'K' : '') + n)
  return `${fen[0]}:W${side('W')}:B${side('B')}`
}

/** squareOf is the square of a number in the letters of a chess board, which arrows have. */
export function squareOf(n: number): string {
  const row = (n - 1) >> 2
  return 'abcdefgh'[2 * ((n - 1) % 4) + (row % 2 ? 0 : 1)] + (8 - row)
}

/** spokenOther says a position of Go or draughts for a screen reader. */
export function spokenOther(fen: string): string {
  const turn = blackToMove(fen) ? 'Black to move.' : 'White to move.'
  const list = (all: string[]) => all.join(', ') || 'none'
  if (gameOf(fen) === 'checkers') {
    const men = [...draughtsmen(fen)].sort(([a], [b]) => a - b)
    const side = (c: string) =>
      list(men.filter(([, p]) => p.toLowerCase() === c).map(([n, p]) => (p < 'a' ? 'king ' : '') + n))
    return `Black: ${side('b')}. White: ${side('w')}. ${turn}`
  }
  const { rows, width, height } = goban(fen)
  const side = (c: string) =>
    list(rows.flatMap((r, y) => [...r].flatMap((s, x) => (s === c ? [nameOf(x, y, height)] : []))))
  return `${width} by ${height}. Black: ${side('X')}. White: ${side('O')}. ${turn}`
}
