// The sample games, and where each of their positions occurs.

import { readFileSync } from 'node:fs'
import { Chess } from 'chess.js'

const text = readFileSync(new URL('../../../internal/sample/famous.pgn', import.meta.url), 'utf8')

// key is what makes two positions the same.
export const key = (fen) => fen.split(' ').slice(0, 4).join(' ')

// madeUpRating gives a player the same rating every time; the games have none.
function madeUpRating(name) {
  let h = 7
  for (const c of name) h = (h * 31 + c.charCodeAt(0)) % 1000
  return 2200 + (h % 600)
}

export const games = text
  .trim()
  .split(/\n\n(?=\[Event )/)
  .map((pgn, i) => {
    const game = new Chess()
    game.loadPgn(pgn)
    const tags = game.getHeaders()
    const date = tags.Date.replace(/\.\?\?/g, '').replaceAll('.', '-')
    return {
      id: String(i),
      pgn,
      tags,
      result: tags.Result,
      date,
      year: Number(date.slice(0, 4)) || 0,
      white: { name: tags.White, rating: madeUpRating(tags.White) },
      black: { name: tags.Black, rating: madeUpRating(tags.Black) },
      moves: game.history({ verbose: true }),
    }
  })

// visits has, for each position, the games that come to it, each once: { game, ply, move }.
export const visits = new Map()
for (const game of games) {
  const seen = new Set()
  const fens = [...game.moves.map((m) => m.before), game.moves.at(-1).after]
  fens.forEach((fen, ply) => {
    const k = key(fen)
    if (seen.has(k)) return
    seen.add(k)
    if (!visits.has(k)) visits.set(k, [])
    visits.get(k).push({ game, ply, move: game.moves[ply] })
  })
}

const lines = `C20 King's Pawn Game|e4
C20 King's Pawn Game|e4 e5
C30 King's Gambit|e4 e5 f4
C33 King's Gambit Accepted|e4 e5 f4 exf4
C44 King's Knight Opening|e4 e5 Nf3 Nc6
C41 Philidor Defense|e4 e5 Nf3 d6
C50 Italian Game|e4 e5 Nf3 Nc6 Bc4
C51 Evans Gambit|e4 e5 Nf3 Nc6 Bc4 Bc5 b4
C60 Ruy Lopez|e4 e5 Nf3 Nc6 Bb5
B20 Sicilian Defense|e4 c5
B10 Caro-Kann Defense|e4 c6
C00 French Defense|e4 e6
A40 Queen's Pawn Game|d4
D00 Queen's Pawn Game|d4 d5
D06 Queen's Gambit|d4 d5 c4
A45 Indian Defense|d4 Nf6
E60 King's Indian Defense|d4 Nf6 c4 g6
A04 Zukertort Opening|Nf3
A10 English Opening|c4`

// openings names positions.
export const openings = new Map(
  lines.split('\n').map((line) => {
    const [name, moves] = line.split('|')
    const game = new Chess()
    for (const m of moves.split(' ')) game.move(m)
    return [key(game.fen()), { eco: name.slice(0, 3), name: name.slice(4) }]
  }),
)
