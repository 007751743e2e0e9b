// Positions and moves, of chess and as the server describes them for every game. The rules are the server's: GET /line and POST /read.

import { Failure, json, post, url } from './api'
import { plain } from './format'
import { blackToMove, gameOf, isStart, spokenOther } from './game'

/** A Step is a legal move with the position after it, '' if it is not known. */
export interface Step {
  uci: string
  san: string
  fen?: string
}

/** A Line is the answer of GET /line. */
export interface Line {
  fen: string // of the first position
  moves: (Step & { fen: string })[]
  problem?: string // the first move that is not legal
  legal: Step[] // in the last position
  ending?: string
}

/** A Text is the answer of POST /read. */
export interface Text {
  kind: 'moves' | 'position' | 'game'
  fen: string
  tags?: Record<string, string> | null
  comment?: string
  moves: (Step & { fen: string; parent: number; nags?: number[]; before?: string; comment?: string })[]
  result: string
  problem?: string
  more?: boolean
}

/** lineURL is the address of a line and of the legal moves at its end. */
export function lineURL(fen: string, play: string[] = []): string {
  return url('/line', { fen: isStart(fen) ? '' : fen, play: play.join(',') })
}

/** read sends a text to be read: moves from a position, a FEN, a game or a link. */
export async function read(text: string | Blob, fen = ''): Promise<Text> {
  const response = await post(url('/read', { fen: isStart(fen) ? '' : fen }), text)
  const read = (await json(response)) as Text
  return { ...read, problem: read.problem && sentence(plain(read.problem)) }
}

/** sentence begins a text with a capital letter. */
export const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** problemOf is why a text was not read. */
export function problemOf(e: unknown): string {
  if (!(e instanceof Failure)) return 'The answer cannot be read.'
  return e.status === 400 ? sentence(e.reason) + '.' : e.message
}

export const pieceNames: Record<string, string> = {
  k: 'king',
  q: 'queen',
  r: 'rook',
  b: 'bishop',
  n: 'knight',
  p: 'pawn',
}

/** boardOf is the board of a FEN without the pockets and the marks of crazyhouse. */
export function boardOf(fen: string): string {
  return fen.split(' ')[0].replace(/\[.*/, '').replaceAll('~', '')
}

/** pocketOf has the pieces that a side can drop, one for each. */
export function pocketOf(fen: string, white: boolean): string[] {
  const all = /\[(\w*)\]/.exec(fen.split(' ')[0])?.[1] ?? ''
  return [...all].filter((c) => c < 'a' === white)
}

/** checksOf says the checks that both sides have given in three-check, "" in other games. */
export function checksOf(fen: string): string {
  const left = / ([0-3])\+([0-3])( |$)/.exec(fen)
  return left ? `checks given: White ${3 - Number(left[1])}, Black ${3 - Number(left[2])}` : ''
}

/** pieces are the pieces of a FEN by square. */
export function pieces(fen: string): [square: string, piece: string][] {
  const all: [string, string][] = []
  boardOf(fen)
    .split('/')
    .forEach((row, i) => {
      let file = 0
      for (const c of row) {
        if (c >= '1' && c <= '8') file += Number(c)
        else all.push(['abcdefgh'[file++] + (8 - i), c])
      }
    })
  return all
}

/** spoken lists a position's pieces for a screen reader. */
export function spoken(fen: string): string {
  if (gameOf(fen) !== 'chess') return spokenOther(fen)
  const side = (white: boolean) =>
    Object.keys(pieceNames)
      .flatMap((p) => pieces(fen).filter(([, c]) => c === (white ? p.toUpperCase() : p)))
      .map(([square, c]) => `${pieceNames[c.toLowerCase()]} ${square}`)
      .join(', ')
  const turn = blackToMove(fen) ? 'Black' : 'White'
  const held = (white: boolean) => pocketOf(fen, white).map((c) => pieceNames[c.toLowerCase()])
  const pockets = [true, false]
    .filter((white) => held(white).length)
    .map((white) => ` ${white ? 'White' : 'Black'} holds: ${held(white).join(', ')}.`)
    .join('')
  const checks = checksOf(fen) && ` ${sentence(checksOf(fen))}.`
  return `White: ${side(true)}. Black: ${side(false)}.${pockets}${checks} ${turn} to move.`
}
