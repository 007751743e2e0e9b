// A game for the viewer: moves with comments, clocks and variations. A word that is no legal move ends its line.

import { Chess } from 'chess.js'
import { moveNumber, sloppy, startFEN } from './chess'

export interface Node {
  id: number // on the main line the number of moves before it, 0 at the start; then the variations
  parent: Node | null
  children: Node[] // the first goes on with the line, others are variations
  san: string
  uci: string
  fen: string // after the move
  number: string // "3." or "3…"
  glyphs: string
  before: string // comment that stands before the move
  comment: string
  clock: string
  evaluation: string
}

export interface Score {
  tags: Record<string, string>
  root: Node
  nodes: Node[] // by id
  result: string
  problem: string
}

const glyphs: Record<string, string> = {
  $1: '!',
  $2: '?',
  $3: '!!',
  $4: '??',
  $5: '!?',
  $6: '?!',
  $10: '=',
  $13: '∞',
  $14: '⩲',
  $15: '⩱',
  $16: '±',
  $17: '∓',
  $18: '+−',
  $19: '−+',
}

// word matches a comment in braces or to the end of the line, a parenthesis, a glyph, a result, a number, a move.
const word = new RegExp(
  [
    /\{([^}]*)\}?|;([^\n]*)|(\()|(\))|(\$\d+)/,
    /(1-0|0-1|1\/2-1\/2|\*)(?=\s|$|\))/,
    /(\d+\s*\.+(?:\s*\.\.)?|…)/,
    /([^\s(){};$]+)/,
  ]
    .map((r) => r.source)
    .join('|'),
  'g',
)

/** parseGame reads the first game of a PGN text. */
export function parseGame(text: string): Score {
  const tags: Record<string, string> = {}
  let body = 0
  const tag = /\s*(?:%[^\n]*\n\s*)*\[\s*(\w+)\s+"((?:\\.|[^"\\])*)"\s*\]/y
  for (let m = tag.exec(text); m; m = tag.exec(text)) {
    tags[m[1]] = m[2].replace(/\\(.)/g, '$1')
    body = tag.lastIndex
  }
  const root = newNode(0, null)
  const score: Score = { tags, root, nodes: [root], result: tags.Result ?? '*', problem: '' }
  try {
    root.fen = new Chess(tags.FEN || startFEN).fen()
  } catch {
    score.problem = 'The start position of this game cannot be read.'
    return score
  }
  readMoves(text.slice(body), score)
  const main = new Set<Node>()
  for (let n: Node | undefined = root; n; n = n.children[0]) main.add(n)
  score.nodes = [...main, ...score.nodes.filter((n) => !main.has(n))]
  score.nodes.forEach((n, i) => (n.id = i))
  return score
}

function readMoves(text: string, score: Score) {
  const open: { at: Node; lost: boolean }[] = []
  let at = score.root
  let lost = false // a move was not legal: the rest of its line is left out
  let before = ''
  let fresh = false // at the beginning of a variation, whose first comment belongs to its first move
  for (const m of text.matchAll(word)) {
    const [, brace, rest, left, right, nag, result, number, san] = m
    if (brace !== undefined || rest !== undefined) {
      if (!lost) before = addComment(at, brace ?? rest, before, fresh)
    } else if (left) {
      open.push({ at, lost })
      at = at.parent ?? at
      before = ''
      fresh = true
    } else if (right) {
      const back = open.pop()
      if (back) ({ at, lost } = back)
      before = ''
      fresh = false
    } else if (result) {
      if (open.length === 0) break
    } else if (lost || number) {
      continue
    } else if (nag) {
      at.glyphs += glyphs[nag] ?? ''
    } else if (san) {
      const next = addMove(score, at, san, before)
      before = ''
      fresh = false
      if (next) at = next
      else if ((lost = /^[KQRBNOa-h0]/.test(san)))
        score.problem ||= `${san} after ${at.number}${at.san} is not a legal move.`
    }
  }
}

function addMove(score: Score, at: Node, text: string, before: string): Node | null {
  const [, san, suffix] = /^(.*?)([!?]*)$/.exec(text.replaceAll('0-0-0', 'O-O-O').replaceAll('0-0', 'O-O'))!
  const game = new Chess(at.fen)
  const m = sloppy(game, san)
  if (!m) return null
  const node = newNode(score.nodes.length, at)
  node.san = m.san
  node.uci = m.from + m.to + (m.promotion ?? '')
  node.number = moveNumber(at.fen)
  node.fen = game.fen()
  node.glyphs = suffix
  node.before = before
  at.children.push(node)
  score.nodes.push(node)
  return node
}

/** addComment adds a comment to the move before it, or returns it for the move after it. */
function addComment(at: Node, text: string, before: string, fresh: boolean): string {
  const clock = /\[%clk\s+([\d:.]+)\]/.exec(text)
  const evaluation = /\[%eval\s+([^\]\s,]+)/.exec(text)
  if (clock) at.clock = clock[1].replace(/^0:/, '')
  if (evaluation) at.evaluation = evaluation[1]
  const plain = text
    .replace(/\[%[^\]]*\]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (!plain) return before
  if (fresh) return (before + ' ' + plain).trim()
  at.comment = (at.comment + ' ' + plain).trim()
  return before
}

function newNode(id: number, parent: Node | null): Node {
  return {
    id,
    parent,
    children: [],
    san: '',
    uci: '',
    fen: '',
    number: '',
    glyphs: '',
    before: '',
    comment: '',
    clock: '',
    evaluation: '',
  }
}

/** path is the moves from the start of the game to a node. */
export function path(node: Node): Node[] {
  const moves: Node[] = []
  for (let n: Node | null = node; n?.parent; n = n.parent) moves.unshift(n)
  return moves
}
